import { useEffect, useEffectEvent, useRef } from 'react';
import { richTextDocument } from '#browser/rich-text-files.ts';
import { isRichTextDocument } from './is-rich-text-document.ts';

const FOCUSABLE = 'a, area, audio, video, summary, [tabindex], [contenteditable]';

/** A text without active content, in the document of the editor: it requests nothing but images and media. */
export function ShownRichText({ html, label }: { readonly html: string; readonly label: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const show = useEffectEvent(() => {
    const view = frame.current?.contentDocument;
    if (!frame.current || !isRichTextDocument(view)) return;
    view.documentElement.dataset['theme'] = document.documentElement.dataset['theme'];
    view.body.innerHTML = html;
    for (const element of view.querySelectorAll<HTMLElement>(FOCUSABLE)) element.tabIndex = -1;
    fitHeight();
  });
  const fitHeight = useEffectEvent(() => {
    const root = frame.current?.contentDocument?.documentElement;
    if (frame.current && root) frame.current.style.height = `${root.offsetHeight}px`;
  });

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const stop = new AbortController();
    element.addEventListener(
      'load',
      () => {
        // Another page must not look like the text.
        element.hidden = !isRichTextDocument(element.contentDocument);
        show();
        // Images that arrive later.
        element.contentDocument?.addEventListener('load', () => fitHeight(), {
          capture: true,
          signal: stop.signal,
        });
      },
      { signal: stop.signal },
    );
    element.src = new URL(richTextDocument(), document.baseURI).href;
    const themes = new MutationObserver(() => show());
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      stop.abort();
      themes.disconnect();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame follows the text.
  useEffect(() => show(), [html]);

  return <iframe ref={frame} title={label} tabIndex={-1} className="pointer-events-none block w-full" />;
}
