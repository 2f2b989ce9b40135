import createDOMPurify, { type Config } from 'dompurify';
import { useLayoutEffect, useRef } from 'react';

const purify = createDOMPurify(window);

/** What must not come along: scripts never do, styles and forms are no part of a text. */
const RULES: Config = {
  USE_PROFILES: { html: true },
  // Style attributes are refused by the page's policy; ids and names could shadow the page's own.
  FORBID_ATTR: ['style', 'id', 'name'],
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'dialog'],
};

/** The nodes of stored HTML that may stand in the page. */
function toSafeNodes(html: string): ChildNode[] {
  // The document of a template runs nothing and asks for nothing, not even what the policy would refuse aloud.
  const root = document.createElement('template').content.ownerDocument.createElement('div');
  root.innerHTML = html;
  purify.sanitize(root, { ...RULES, IN_PLACE: true });
  for (const link of root.querySelectorAll('a[href]')) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  }
  for (const image of root.querySelectorAll('img:not([alt])')) image.setAttribute('alt', '');
  return [...root.childNodes];
}

/** Rich text to be read (PV-04). */
export default function PreviewRichText({ html }: { readonly html: string }) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => root.current?.replaceChildren(...toSafeNodes(html)), [html]);
  return <div ref={root} className="rich-text" data-rich-text="" />;
}
