// @ts-check
/*
 * Leaves out what Tailwind writes for browsers in which Atoll does not run (README): those that it runs in mix colours
 * and know registered properties. Also what no sheet reads.
 * Leans on: the words of Tailwind's output. Fails: when a sheet of Tailwind has other ones, or its braces are no pairs.
 */

/** The first is unwrapped, the second goes. */
const MIXES = '@supports (color:color-mix(in lab, red, red)){';
const UNREGISTERED = '@layer properties{';

/**
 * A text with each block that begins so replaced.
 *
 * @param {string} css
 * @param {string} start with its brace
 * @param {(block: string) => string} replace is given what is between the braces
 */
function replaceBlocks(css, start, replace) {
  const [before = '', ...parts] = css.split(start);
  let result = before;
  for (const part of parts) {
    let depth = 1;
    let end = 0;
    for (; depth > 0; end++) {
      if (end === part.length) throw new Error(`A block is not closed: ${start} (build/lean-styles.mjs)`);
      if (part[end] === '{') depth++;
      if (part[end] === '}') depth--;
    }
    result += replace(part.slice(0, end - 1)) + part.slice(end);
  }
  return result;
}

/** @param {string} css */
export function leanStyles(css) {
  const mixed = replaceBlocks(css, MIXES, (block) => block);
  const lean = replaceBlocks(mixed, UNREGISTERED, () => '');
  // Tailwind and daisyUI register also what a sheet does not read; one that does registers it by itself.
  return lean.replace(/@property (--[\w-]+)\s*\{[^}]*\}/g, (rule, name) =>
    new RegExp(`var\\(${name}(?![\\w-])`).test(lean) ? rule : '',
  );
}

/**
 * Comes after Tailwind.
 *
 * @type {import('vite').Plugin}
 */
export const leanStylesPlugin = {
  name: 'atoll-lean-styles',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css(\?inline)?$/ },
    handler(css) {
      if (css.includes('@property ') && !css.includes(UNREGISTERED))
        throw new Error(`Tailwind writes no ${UNREGISTERED} (build/lean-styles.mjs)`);
      return leanStyles(css);
    },
  },
};
