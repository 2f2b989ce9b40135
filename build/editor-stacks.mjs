// @ts-check

/** A place that reads the stack of an error: the end of its file's path, its code, and what replaces that. */
const PLACES = [
  // For messages during the development of the editor; read for each of a hundred handlers.
  ['/hugerte/themes/silver/theme.js', 'const err = new Error();', 'const err = {};'],
  // Prism searches for the script element that contains it. A module has none.
  ['/hugerte/plugins/codesample/plugin.js', 'var script = _.util.currentScript();', 'var script = null;'],
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
  const place = PLACES.find(([path = '']) => id.endsWith(path));
  if (!place) return undefined;
  const [, found = '', replaced = ''] = place;
  const parts = code.split(found);
  if (parts.length !== 2) throw new Error(`Expected once in ${id}: ${found}`);
  return parts.join(replaced);
}

/** @returns {import('vite').Plugin} */
export default function editorStacks() {
  return { name: 'editor-stacks', apply: 'build', transform: withoutStacks };
}
