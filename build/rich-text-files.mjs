// @ts-check
import { readFile } from 'node:fs/promises';
import { versionOf } from '#server/file-version.mjs';

/** The document that contains the content of the rich-text editor. */
const DOCUMENT = 'rich-text.html';

const META = /(<meta\b[^>]*\bname="atoll-rich-text"[^>]*\bcontent=")("[^>]*>)/;

/**
 * Lists the files of the rich-text editor in the page's `<meta name="atoll-rich-text">`, except those that the page
 * fetches anyway, so that it can prefetch them without running them (SH-09). The last one is the document, whose
 * address changes with its content.
 *
 * @param {string} html
 * @param {readonly string[]} files page-relative URLs of the editor's modules
 * @param {readonly string[]} known page-relative URLs
 * @param {URL} clientDir folder of the built page
 */
export async function injectRichText(html, files, known, clientDir) {
  const scripts = files.filter((url) => !known.includes(url));
  const document = await readFile(new URL(DOCUMENT, clientDir));
  const urls = [...scripts, `./${DOCUMENT}?v=${versionOf(document)}`];
  return html.replace(META, `$1${urls.join(' ')}$2`);
}
