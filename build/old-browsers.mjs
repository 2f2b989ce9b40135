// @ts-check
/*
 * Removes styles for browsers that are older than those Tailwind supports: 0.8 kB of every page.
 * Leans on: how Tailwind and daisyUI test for them. Fails: when the build has met no such test.
 */

/** How Tailwind tests for browsers that can mix colours, and for those that know no `@property`. */
const MIXES_COLOURS = /^\(color:\s*color-mix\(in lab, red, red\)\)$/;
const KNOWS_NO_PROPERTIES = /margin-trim.*-moz-orient/;

/**
 * Moves a declaration to the end of the rule before the condition if both have the same selector, in place of the
 * declaration that the condition's one overrides.
 *
 * @param {import('postcss').Rule} mixed
 * @param {import('postcss').ChildNode | undefined} before
 */
function replaceFallback(mixed, before) {
  if (before?.type !== 'rule' || before.selector !== mixed.selector) return;
  mixed.each((mix) => {
    if (mix.type !== 'decl') return;
    before.each((plain) => {
      if (plain.type === 'decl' && plain.prop === mix.prop && plain.important === mix.important)
        plain.remove();
    });
    before.append(mix);
  });
  if (!mixed.nodes.length) mixed.remove();
}

/** The conditions that the build has met. */
const met = new Set();

/** @param {import('postcss').AtRule} condition */
function removeCondition(condition) {
  const found = [MIXES_COLOURS, KNOWS_NO_PROPERTIES].find((known) => known.test(condition.params));
  met.add(found);
  if (found === KNOWS_NO_PROPERTIES) condition.remove();
  if (found !== MIXES_COLOURS) return;
  const before = condition.prev();
  condition.each((mixed) => {
    if (mixed.type === 'rule') replaceFallback(mixed, before);
  });
  condition.replaceWith(condition.nodes ?? []);
}

/**
 * A PostCSS plugin that removes what Tailwind adds for browsers which are older than those it supports (Chrome 111,
 * Safari 16.4, Firefox 128): an eighth of the page's styles.
 */
export const removeOldBrowserStyles = () => ({
  postcssPlugin: 'atoll-old-browsers',
  /** @param {import('postcss').Root} root */
  OnceExit(root) {
    root.walkAtRules('supports', removeCondition);
  },
});

/** Throws when Tailwind tests for old browsers in another way: their styles would stay. */
export function assertOldBrowsersRemoved() {
  const missing = [MIXES_COLOURS, KNOWS_NO_PROPERTIES].filter((known) => !met.has(known));
  if (missing.length)
    throw new Error(`Tailwind has no @supports ${missing.join(', ')} (build/old-browsers.mjs).`);
}
