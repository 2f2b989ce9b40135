import { isDocument, richTextFiles } from '#browser/rich-text-files.ts';

/** Fetches the files of the rich-text editor; the browser compiles them in the background, without running them. */
export function fetchEditor(): void {
  for (const url of richTextFiles()) {
    const href = new URL(url, document.baseURI).href;
    if (isDocument(url) || document.querySelector(`link[rel=modulepreload][href="${href}"]`)) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
}
