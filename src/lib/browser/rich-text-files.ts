import { pageSetting } from './page-settings.ts';

/** File name of the document in which rich text is edited; it is in the folder of the page. */
const DOCUMENT = 'rich-text.html';

/** Page-relative addresses of what only the rich-text editor fetches: script and document. Empty in development. */
export function richTextFiles(): string[] {
  return pageSetting('rich-text').split(' ').filter(Boolean);
}

/** Whether an address is that of the document, not of a script. */
export const isDocument = (url: string): boolean => url.startsWith(`./${DOCUMENT}`);

/** Page-relative address of the document, with its version if known, which allows the browser to cache it. */
export const richTextDocument = (): string => richTextFiles().find(isDocument) ?? DOCUMENT;
