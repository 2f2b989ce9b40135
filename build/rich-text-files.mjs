// @ts-check
/*
 * Tells the page which files of the rich-text editor to prefetch.
 * Leans on: chunk-files.mjs. Fails: when the layout has no meta for them.
 */
import { readFile } from 'node:fs/promises';
import { versionOf } from '#server/file-version.mjs';
import { setMeta } from './page.mjs';

/** The document that contains the content of the rich-text editor. */
const DOCUMENT = 'rich-text.html';

/**
 * Lists the files of the rich-text editor in the page's `<meta name="atoll-rich-text">`, except those that the page
 * fetches anyway, so that it can prefetch them without running them. The last one is the document, whose
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
  return setMeta(html, 'atoll-rich-text', urls.join(' '));
}
