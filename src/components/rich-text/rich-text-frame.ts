import type { Editor } from 'hugerte';
import { DOCUMENT, richTextDocument } from '#browser/rich-text-files.ts';
import hugerte from './hugerte.ts';

/** Where that document has a body that is ours, and not what a server shows in its place. */
const isFrameDocument = (frame: HTMLIFrameElement) => {
  try {
    return new URL(frame.contentDocument?.URL ?? '').pathname.endsWith(`/${DOCUMENT}`);
  } catch {
    return false;
  }
};

/**
 * Makes the editor load its content into a document that is fetched, for that has a policy of its own: one the
 * editor writes itself would have the page's, which refuses the style attributes that texts are coloured with.
 * Calls `onFailed` when there is no such document. To be called in the editor's `setup`.
 */
export function frameDocument(editor: Editor, label: string, onFailed: () => void): void {
  const { browser } = hugerte.Env;
  const { isFirefox, isSafari } = browser;
  let iframe: HTMLIFrameElement | undefined;
  const prepare = (frame: HTMLIFrameElement) => {
    // Elsewhere the editor writes into the empty frame at once; it must wait for the document here.
    browser.isFirefox = () => false;
    browser.isSafari = () => false;
    const onLoad = (event: Event) => {
      const content = isFrameDocument(frame) ? frame.contentDocument : undefined;
      const body = content?.body;
      if (!body) {
        event.stopImmediatePropagation();
        onFailed();
        return;
      }
      body.id = 'hugerte';
      body.className = 'mce-content-body';
      body.dataset['id'] = editor.id;
      // The body of a document can have no name of its own.
      content.title = label;
    };
    Object.defineProperty(frame, 'srcdoc', {
      configurable: true,
      set: () => {
        Object.assign(browser, { isFirefox, isSafari });
        // Captured, so that it comes before the editor's own, which would fail on another document.
        frame.addEventListener('load', onLoad, { capture: true, once: true });
        frame.src = new URL(richTextDocument(), document.baseURI).href;
      },
    });
  };
  Object.defineProperty(editor, 'iframeElement', {
    configurable: true,
    get: () => iframe,
    set: (frame: HTMLIFrameElement | undefined) => {
      iframe = frame;
      if (frame) prepare(frame);
    },
  });
}
