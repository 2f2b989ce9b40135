// @ts-check
/*
 * Tells the page which files of the rich-text editor to prefetch.
 * Leans on: Rolldown's `facadeModuleId`. Fails: when no file has the editor's entry, or the layout no meta for them.
 */
import { readFile } from 'node:fs/promises';
import { versionOf } from '#server/file-version.mjs';
import { setMeta } from './page.mjs';

const EDITOR = /\/components\/rich-text\/RichText\.tsx$/;
/** The document that contains the content of the rich-text editor. */
const DOCUMENT = 'rich-text.html';

/**
 * Finds the editor's script in the bundle of the page. What it imports needs no prefetching: the field that opens the
 * editor imports it, too.
 */
export function findRichText() {
  /** @type {{ script?: string }} page-relative; absent before the bundle is written */
  const found = {};
  return {
    found,
    /** @type {import('vite').Plugin} */
    plugin: {
      name: 'atoll-rich-text-files',
      apply: 'build',
      applyToEnvironment: ({ name }) => name === 'client',
      generateBundle(_options, bundle) {
        const chunk = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.facadeModuleId && EDITOR.test(file.facadeModuleId),
        );
        if (!chunk) throw new Error(`No chunk of the build has the entry ${EDITOR}.`);
        found.script = `./${chunk.fileName}`;
      },
    },
  };
}

/**
 * Lists the editor's script and its document in the page's `<meta name="atoll-rich-text">`, so that the page can
 * prefetch them without running them. The address of the document changes with its content.
 *
 * @param {string} html
 * @param {string | undefined} script
 * @param {URL} clientDir folder of the built page
 */
export async function injectRichText(html, script, clientDir) {
  const document = await readFile(new URL(DOCUMENT, clientDir));
  return setMeta(html, 'atoll-rich-text', `${script} ./${DOCUMENT}?v=${versionOf(document)}`);
}
