import type { Editor } from 'hugerte';
import { richTextDocument } from '#browser/rich-text-files.ts';
import hugerte from './hugerte.ts';
import { isRichTextDocument } from './is-rich-text-document.ts';

/**
 * Makes the editor load its content into a fetched document, because that has its own content security policy. A
 * document written by the editor would have the policy of the page, which blocks style attributes such as text
 * colours. Calls `onFailed` when the document can't be loaded. Call it in the editor's `setup`.
 */
export function frameDocument(editor: Editor, label: string, onFailed: () => void): void {
  const { browser } = hugerte.Env;
  const { isFirefox, isSafari } = browser;
  let iframe: HTMLIFrameElement | undefined;
  const prepare = (frame: HTMLIFrameElement) => {
    // In these browsers the editor would write into the empty frame at once; it must wait for the document.
    browser.isFirefox = () => false;
    browser.isSafari = () => false;
    const onLoad = (event: Event) => {
      const content = frame.contentDocument;
      if (!isRichTextDocument(content)) {
        event.stopImmediatePropagation();
        onFailed();
        return;
      }
      const { body } = content;
      body.id = 'hugerte';
      body.className = 'mce-content-body';
      body.dataset['id'] = editor.id;
      // A body element can't have an accessible name, so the document gets a title.
      content.title = label;
    };
    Object.defineProperty(frame, 'srcdoc', {
      configurable: true,
      set: () => {
        Object.assign(browser, { isFirefox, isSafari });
        // Capturing, so that it runs before the editor's own listener, which would fail on another document.
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
