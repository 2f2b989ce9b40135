// @ts-check
/*
 * Tells the page which files of the rich-text editor to prefetch.
 * Leans on: Vite's manifest. Fails: when no file has the editor's name, or the layout no meta for them.
 */
import { readFile } from 'node:fs/promises';
import { versionOf } from '#server/file-version.mjs';
import { setMeta } from './page.mjs';
import { fileNamed } from './preload.mjs';

/** The document that contains the content of the rich-text editor. */
const DOCUMENT = 'rich-text.html';

/**
 * Lists the editor's script and its document in the page's `<meta name="atoll-rich-text">`, so that the page can
 * prefetch them without running them. What the script imports needs no prefetching: the field that opens the editor
 * imports it, too. The address of the document changes with its content.
 *
 * @param {string} html
 * @param {import('vite').Manifest} manifest
 * @param {URL} clientDir folder of the built page
 */
export async function injectRichText(html, manifest, clientDir) {
  const document = await readFile(new URL(DOCUMENT, clientDir));
  const script = fileNamed(manifest, 'RichText');
  return setMeta(html, 'atoll-rich-text', `${script} ./${DOCUMENT}?v=${versionOf(document)}`);
}
