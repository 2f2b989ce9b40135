import createDOMPurify, { type Config } from 'dompurify';
import { useMemo } from 'react';

const purify = createDOMPurify(window);

/** What must not come along: scripts never do, styles and forms are no part of a text. */
const RULES = {
  USE_PROFILES: { html: true },
  // Style attributes are refused by the page's policy; ids and names could shadow the page's own.
  FORBID_ATTR: ['style', 'id', 'name'],
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'dialog'],
  RETURN_DOM_FRAGMENT: true as const,
} satisfies Config;

function toSafeNode(html: string): DocumentFragment {
  const fragment = purify.sanitize(html, RULES);
  for (const link of fragment.querySelectorAll('a[href]')) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  }
  return fragment;
}

/** Rich text to be read (PV-04). */
export function PreviewRichText({ html }: { readonly html: string }) {
  const fragment = useMemo(() => toSafeNode(html), [html]);
  return (
    <div
      className="rich-text"
      data-rich-text=""
      ref={(element) => element?.replaceChildren(fragment.cloneNode(true))}
    />
  );
}
