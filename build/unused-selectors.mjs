// @ts-check

/**
 * Classes of daisyUI's style sheet that no element of Atoll has. A selector with one of them would still cost: because
 * of `[class~=not-prose] *`, a browser styles the whole subtree of an element again when its class changes, and
 * because of `:root:has(input.theme-controller)` it searches the page when an element is added.
 */
const UNUSED = /not-prose|theme-controller/;

/** @param {{ selector: string, selectors: string[], remove: () => void }} rule */
function keepUsed(rule) {
  if (!UNUSED.test(rule.selector)) return;
  const used = rule.selectors.filter((selector) => !UNUSED.test(selector));
  if (used.length) rule.selectors = used;
  else rule.remove();
}

/** A PostCSS plugin that removes the selectors with these classes, and rules without another selector. */
export const removeUnusedSelectors = () => ({ postcssPlugin: 'atoll-unused-selectors', Rule: keepUsed });
