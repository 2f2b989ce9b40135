// @ts-check
/*
 * Removes two places of the rich-text editor that make browsers parse it twice: opening a record is 370 ms shorter at a
 * quarter of the processor.
 * Leans on: two lines of HugeRTE. Fails: when one is not there once.
 */

/** Places that read the stack of an error: the end of the file's path, the code, and what replaces it. */
const PLACES = [
  {
    // For messages during the development of the editor; read for each of a hundred handlers.
    path: '/hugerte/themes/silver/theme.js',
    found: 'const err = new Error();',
    replacement: 'const err = {};',
  },
  {
    // Prism searches for the script element that contains it. A module has none.
    path: '/hugerte/plugins/codesample/plugin.js',
    found: 'var script = _.util.currentScript();',
    replacement: 'var script = null;',
  },
];

/**
 * The code of a module of the rich-text editor without the places that read a stack while it starts. For the first
 * stack, browsers parse every function on it once more, here the whole file: longer than all else takes together.
 *
 * @param {string} code
 * @param {string} id path of the module
 * @returns {string | undefined} undefined for other modules
 * @throws {Error} if an update of the editor has changed such a place
 */
export function withoutStacks(code, id) {
  const place = PLACES.find(({ path }) => id.endsWith(path));
  if (!place) return undefined;
  const parts = code.split(place.found);
  if (parts.length !== 2) throw new Error(`Expected once in ${id}: ${place.found}`);
  return parts.join(place.replacement);
}

/** @type {import('vite').Plugin} */
export const editorStacks = { name: 'atoll-editor-stacks', transform: withoutStacks };
