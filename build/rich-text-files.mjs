// @ts-check
import { readFile } from 'node:fs/promises';
import { versionOf } from '#server/file-version.mjs';

/** The module that loads the rich-text editor, and the document that contains its content. */
const MODULE = /\/components\/rich-text\/RichText\.tsx$/;
const DOCUMENT = 'rich-text.html';

const META = /(<meta\b[^>]*\bname="atoll-rich-text"[^>]*\bcontent=")("[^>]*>)/;

/**
 * @typedef {object} Chunk
 * @property {string} fileName page-relative, without `./`
 * @property {string | null} facadeModuleId
 * @property {readonly string[]} imports file names of static imports
 */

/**
 * Files of the chunk whose entry is `module`, and of all its static imports.
 *
 * @param {readonly Chunk[]} chunks
 * @param {RegExp} module
 * @throws {Error} when no chunk has that entry
 */
export function filesOf(chunks, module) {
  const entry = chunks.find(({ facadeModuleId }) => facadeModuleId !== null && module.test(facadeModuleId));
  if (!entry) throw new Error(`No chunk of the build has the entry ${module}.`);
  const files = new Set([entry.fileName]);
  for (const file of files) {
    for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(next);
  }
  return [...files];
}

/**
 * Finds the files of the rich-text editor in the bundle, so that the page can prefetch them without running them
 * (SH-09).
 */
export function richTextFiles() {
  /** @type {string[]} */
  let files = [];
  return {
    /** @type {import('vite').Plugin} */
    plugin: {
      name: 'atoll-rich-text-files',
      apply: 'build',
      applyToEnvironment: ({ name }) => name === 'client',
      generateBundle(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        files = filesOf(chunks, MODULE);
      },
    },
    /**
     * Lists the files in the page's `<meta name="atoll-rich-text">`, except those that the page fetches anyway. The
     * last one is the document, whose address changes with its content.
     *
     * @param {string} html
     * @param {readonly string[]} known page-relative URLs
     * @param {URL} clientDir folder of the built page
     */
    inject: async (html, known, clientDir) => {
      const scripts = files.map((file) => `./${file}`).filter((url) => !known.includes(url));
      const document = await readFile(new URL(DOCUMENT, clientDir));
      const urls = [...scripts, `./${DOCUMENT}?v=${versionOf(document)}`];
      return html.replace(META, `$1${urls.join(' ')}$2`);
    },
  };
}
