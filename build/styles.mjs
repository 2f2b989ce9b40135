// @ts-check
/*
 * Leaves the page the rules that the sign-in needs; those of the other screens come in one file with their icons, and
 * those of what opens later in another.
 * Leans on: PostCSS; class names are whole words of the markup and the modules. Fails: when nothing is separated, or the
 * layout has no meta for the file.
 */
import { writeFile } from 'node:fs/promises';
import { parse } from 'postcss';
import { moveIcons } from './icons.mjs';
import { overrides } from './overrides.mjs';
import { replacePart, setMeta, shortHash } from './page.mjs';

/** Pseudo-elements of fields that no first screen has, such as the parts of a date. */
const RARE_PARTS = /::-(webkit|moz)|::file-selector|::backdrop/;
/** The largest style element of the page is that of the bundler. */
const SHEET = /(?<=<style>)\/\*! tailwindcss[\s\S]*?(?=<\/style>)/;

/**
 * @typedef {import('postcss').ChildNode} Node
 * @typedef {import('postcss').Container} Container
 */

/** @param {string} markup */
const unescapeHtml = (markup) =>
  markup
    .replace(/&#(x27|39);/g, "'")
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** @param {string} text */
const camelCase = (text) => text.replace(/-(.)/g, (_all, letter) => letter.toUpperCase());

/**
 * Tells whether something in a text may match a selector.
 *
 * @param {string} text
 * @returns {(selector: string) => boolean}
 */
function matcher(text) {
  const plainText = unescapeHtml(text);
  const words = new Set([/[\s"'`]+/, /[\s"'`<>=/]+/].flatMap((separator) => plainText.split(separator)));
  /** @param {string} name a class, which may have quotes in it */
  const isClass = (name) => (/["'`]/.test(name) ? plainText.includes(name) : words.has(name));
  /**
   * @param {string} name
   * @param {string} value
   */
  const isAttribute = (name, value) =>
    name === 'type' && value
      ? new RegExp(`\\btype["']?[=:]["'\`]${value}\\b`).test(text)
      : text.includes(name) ||
        (name.startsWith('data-') &&
          new RegExp(`dataset\\??(\\.|\\[["'\`])${camelCase(name.slice(5))}\\b`).test(text));
  /** @param {string} selector without functions such as `:is()` */
  const isKnown = (selector) => {
    const simple = selector.replace(':checked', '[type=checkbox]');
    const attributes = [...simple.matchAll(/\[([\w-]+)(?:=["']?([\w-]+))?/g)];
    const classes = [...simple.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name);
    const rest = simple.replace(/\[[^\]]*\]|\.(?:\\.|[\w-])+|::?[\w-]+/g, ' ');
    return (
      classes.every((name) => isClass(name.replace(/\\(.)/g, '$1'))) &&
      attributes.every(([, name = '', value = '']) => isAttribute(name, value)) &&
      (rest.match(/[a-z]\w*/g) ?? []).every((tag) => words.has(tag))
    );
  };
  return (/** @type {string} */ selector) => {
    if (RARE_PARTS.test(selector)) return false;
    /** @type {string[]} */
    const alternatives = [];
    // Brackets that are a part of a class name.
    let simple = selector.replaceAll('\\(', '\\\u0001').replaceAll('\\)', '\\\u0002');
    for (let before = ''; before !== simple; ) {
      before = simple;
      simple = simple.replace(/(:[\w-]+)\(([^()]*)\)/, (_all, name, list) => {
        if (name !== ':not') alternatives.push(list);
        return '';
      });
    }
    const plain = (/** @type {string} */ part) => part.replaceAll('\u0001', '(').replaceAll('\u0002', ')');
    return (
      isKnown(plain(simple)) &&
      alternatives.every((list) => list.split(',').some((one) => isKnown(plain(one))))
    );
  };
}

/** @param {Node} node */
const isNamed = (node) => node.type === 'atrule' && /^(property|keyframes)$/.test(node.name);

/**
 * A copy with those parts for which the function returns a node: rules, named blocks and statements.
 *
 * @template {Container} Kind
 * @param {Kind} container
 * @param {(node: Node) => Node | false} part
 * @returns {Kind}
 */
function pick(container, part) {
  const copy = container.clone({ nodes: [] });
  container.each((node) => {
    const isLeaf = node.type !== 'atrule' || !node.nodes || isNamed(node);
    const found = isLeaf ? part(node) : pick(node, part);
    if (found && (isLeaf || ('nodes' in found && found.nodes?.length))) copy.append(found.clone());
  });
  return copy;
}

/**
 * The variables that a rule sets and nothing reads, and the rule without them.
 *
 * @param {import('postcss').Rule} rule
 * @param {(name: string) => boolean} isRead
 */
function splitVariables(rule, isRead) {
  const [used, unread] = [rule.clone(), rule.clone()];
  const isUnread = (/** @type {Node} */ one) =>
    one.type === 'decl' && one.prop.startsWith('--') && !isRead(one.prop);
  used.each((one) => void (isUnread(one) && one.remove()));
  unread.each((one) => void (isUnread(one) || one.remove()));
  return { used: used.nodes.length > 0 && used, unread: unread.nodes.length > 0 && unread };
}

/**
 * Separates the rules that something in a text may match, and of these the variables that they read. With the others
 * behind, both parts say the same as before: a rule that overrides one of the others is in both.
 *
 * @param {string} css
 * @param {string} text markup and modules of the first screens
 * @param {boolean} [hasPrint] whether the first part has the rules for printing
 * @returns {{ first: string, others: string }}
 */
export function splitStyles(css, text, hasPrint = false) {
  const isMatched = matcher(text);
  const root = parse(css);
  const needed = new Set();
  root.walkRules((rule) => {
    const { parent } = rule;
    const isPrint = parent?.type === 'atrule' && 'params' in parent && parent.params === 'print';
    if ((hasPrint || !isPrint) && rule.selectors.some(isMatched)) needed.add(rule);
  });
  const rules = pick(root, (node) => needed.has(node) && node).toString();
  const isRead = (/** @type {string} */ name) => rules.includes(`var(${name}`) || text.includes(name);
  const isUsed = (/** @type {string} */ name) => rules.includes(name);
  const first = pick(root, (node) => {
    if (node.type === 'rule') return needed.has(node) && splitVariables(node, isRead).used;
    return node.type !== 'atrule' || !isNamed(node) || isUsed(node.params) ? node : false;
  });
  const overriding = overrides();
  const others = pick(root, (node) => {
    if (node.type === 'atrule') return isNamed(node) && !isUsed(node.params) && node;
    if (node.type !== 'rule') return false;
    const { note, isBehind } = overriding(node);
    const rest = needed.has(node) && !isBehind() ? splitVariables(node, isRead).unread : node;
    if (rest === node) note();
    return rest;
  });
  return { first: first.toString(), others: others.toString() };
}

/**
 * Writes a style sheet and its address to a `<meta>` of the page.
 *
 * @param {string} html
 * @param {string} setting
 * @param {string} sheet
 * @param {URL} clientDir folder of the built page
 * @returns {Promise<string>} the page
 */
async function writeSheet(html, setting, sheet, clientDir) {
  const name = `./assets/styles.${shortHash(sheet)}.css`;
  await writeFile(new URL(name, clientDir), sheet);
  return setMeta(html, setting, name);
}

/**
 * Moves the icons and the rules that the sign-in does not need to two files: what some screen shows at first, named in
 * `<meta name="atoll-styles">`, and what only opens later, in `<meta name="atoll-late-styles">`.
 *
 * @param {string} html the page, without the frames that come later
 * @param {{ signIn: string, screens: string }} texts the modules of the sign-in; markup and modules of all screens
 * @param {URL} clientDir folder of the built page
 * @returns {Promise<string>} the page
 */
export async function moveStyles(html, { signIn, screens }, clientDir) {
  const { page, icons, late } = moveIcons(html, matcher(screens));
  const markup = page.replace(SHEET, '');
  let rest = '';
  const result = replacePart(page, SHEET, (css) => {
    const { first, others } = splitStyles(css, markup + signIn);
    rest = others;
    return first;
  });
  const { first, others } = splitStyles(rest, screens, true);
  // The layers of the page come first anyway, and this order is smaller.
  const named = await writeSheet(result, 'atoll-styles', first + icons, clientDir);
  return writeSheet(named, 'atoll-late-styles', others + late, clientDir);
}
