/** Name of the document that rich text is edited in; it lies beside the page. */
export const DOCUMENT = 'rich-text.html';

/**
 * Addresses of what the rich-text editor fetches when it opens, page-relative: its scripts, which hold its styles,
 * and its document. Empty in dev.
 */
export function richTextFiles(): string[] {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="atoll-rich-text"]');
  return meta?.content.split(' ').filter(Boolean) ?? [];
}

/** Whether an address is that of the document, and not a script's. */
export const isDocument = (url: string): boolean => url.startsWith(`./${DOCUMENT}`);

/** Address of the document, page-relative, with its version where that is known: then it may come from the cache. */
export const richTextDocument = (): string => richTextFiles().find(isDocument) ?? DOCUMENT;
