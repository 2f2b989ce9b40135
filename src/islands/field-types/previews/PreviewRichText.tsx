import createDOMPurify, { type Config } from 'dompurify';
import { useLayoutEffect, useRef } from 'react';
import { linkTarget, SHOWN_ATTRIBUTES, SHOWN_TAGS } from '#domain/records/rich-text/shown-html.ts';

const purify = createDOMPurify(window);

/** Other tags and attributes could imitate the dashboard or change its behaviour. */
const RULES: Config = {
  ALLOWED_TAGS: [...SHOWN_TAGS],
  ALLOWED_ATTR: [...SHOWN_ATTRIBUTES],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
};

function mark(link: HTMLAnchorElement) {
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  const target = linkTarget(link.getAttribute('href') ?? '', document.baseURI);
  if (target === undefined) return;
  const host = document.createElement('bdi');
  host.className = 'link-target';
  host.textContent = `(${target})`;
  link.append(' ', host);
}

/** Parses stored HTML into nodes that are safe to insert into the page. */
function toSafeNodes(html: string): ChildNode[] {
  // In the document of a template nothing runs or loads, not even what the policy would block with an error.
  const root = document.createElement('template').content.ownerDocument.createElement('div');
  root.innerHTML = html;
  purify.sanitize(root, { ...RULES, IN_PLACE: true });
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[href]')) mark(link);
  for (const image of root.querySelectorAll('img:not([alt])')) image.setAttribute('alt', '');
  return [...root.childNodes];
}

export default function PreviewRichText({ html }: { readonly html: string }) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => root.current?.replaceChildren(...toSafeNodes(html)), [html]);
  return <div ref={root} className="rich-text" data-rich-text="" />;
}
