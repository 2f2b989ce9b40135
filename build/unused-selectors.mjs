// @ts-check
/*
 * Removes selectors of daisyUI that match nothing in Atoll: because of one of them, browsers styled the whole page again
 * when the class of `<body>` changed. Refuses selectors of our own that cost as much.
 * Leans on: two class names of daisyUI. Fails: when the build has not met one, or has met a selector to refuse.
 */

/**
 * Classes of daisyUI's style sheet that no element of Atoll has. A selector with one of them would still cost: because
 * of `[class~=not-prose] *`, a browser styles the whole subtree of an element again when its class changes, and
 * because of `:root:has(input.theme-controller)` it searches the page when an element is added.
 */
const UNUSED = ['not-prose', 'theme-controller'];

/** A selector that looks into the whole page: a browser styles all of it again when an element is added anywhere. */
const OF_WHOLE_PAGE = /(?:^|[\s>+~(])(?:html|:root|body)(?:[^\s>+~()]|\((?:[^()]|\([^()]*\))*\))*:has\(/;

/** Those that the build has met. */
const met = new Set();

/** @param {string} selector */
function isUnused(selector) {
  const found = UNUSED.find((name) => selector.includes(name));
  if (found) met.add(found);
  return found !== undefined;
}

/** @param {{ selector: string, selectors: string[], remove: () => void, error: (message: string) => Error }} rule */
function keepUsed(rule) {
  const used = rule.selectors.filter((selector) => !isUnused(selector));
  const costly = used.find((selector) => OF_WHOLE_PAGE.test(selector));
  if (costly)
    throw rule.error(`${costly} makes each new element restyle the page: ask :has() of a part of it.`);
  if (used.length === rule.selectors.length) return;
  if (used.length) rule.selectors = used;
  else rule.remove();
}

/** A PostCSS plugin that removes the selectors with these classes, and rules without another selector. */
export const removeUnusedSelectors = () => ({ postcssPlugin: 'atoll-unused-selectors', Rule: keepUsed });

/** Throws when daisyUI has none of a class any more: it may have another name, which costs as much. */
export function assertSelectorsRemoved() {
  const missing = UNUSED.filter((name) => !met.has(name));
  if (missing.length)
    throw new Error(`daisyUI has no class ${missing.join(', ')} (build/unused-selectors.mjs).`);
}
