// @ts-check
import { readFile } from 'node:fs/promises';
import { init, parse } from 'es-module-lexer';
import { parse as parseHtml, walkSync } from 'ultrahtml';

/**
 * The string literal in the page's pre-paint script that the build replaces with the preload map. Minified code
 * may use any of the three quotes.
 */
const PLACEHOLDER = /(["'`])__ATOLL_PRELOAD__\1/g;

/**
 * Static imports of one module's source, as written. Without dynamic imports, which are fetched on demand.
 *
 * @param {string} source JavaScript
 * @returns {string[]}
 */
function staticImports(source) {
  const [imports] = parse(source);
  return imports.flatMap((entry) => (entry.d === -1 && entry.n !== undefined ? [entry.n] : []));
}

/**
 * Every module that a set of entries needs before it can run: first the entries, then their imports.
 *
 * @param {string[]} entries page-relative URLs (`./assets/x.js`)
 * @param {(url: string) => Promise<string[]>} importsOf static imports of one module, page-relative
 * @returns {Promise<string[]>}
 */
async function closure(entries, importsOf) {
  const seen = new Set(entries);
  // The iterator of a Set also visits values that are added during the loop.
  for (const url of seen) for (const next of await importsOf(url)) seen.add(next);
  return [...seen];
}

/**
 * Page-relative form of a specifier in the module `from`; undefined when it points outside of the build.
 *
 * @param {string} specifier
 * @param {string} from page-relative URL of the importing module
 */
export function resolveFrom(specifier, from) {
  const base = new URL('http://build.invalid/page/');
  const resolved = new URL(specifier, new URL(from, base));
  if (resolved.origin !== base.origin || !resolved.pathname.startsWith(base.pathname)) return undefined;
  return `./${resolved.pathname.slice(base.pathname.length)}`;
}

/**
 * The scripts of the page and the entries of each island.
 *
 * @param {string} html
 * @returns {{ islands: { routes: string, entries: string[] }[], scripts: string[], inlineModules: string[] }}
 */
export function findEntries(html) {
  /** @type {{ routes: string, entries: string[] }[]} */
  const islands = [];
  /** @type {string[]} */
  const scripts = [];
  /** @type {string[]} */
  const inlineModules = [];
  walkSync(parseHtml(html), (node) => {
    if (node.type !== 1) return;
    const { attributes } = node;
    if (node.name === 'script' && attributes.type === 'module') {
      if (attributes.src) scripts.push(attributes.src);
      else inlineModules.push(node.children.map((child) => child.value ?? '').join(''));
    }
    if (node.name === 'astro-island' && attributes.client === 'route') {
      const { value } = JSON.parse(unescapeAttribute(attributes.opts ?? '{}'));
      const entries = ['component-url', 'renderer-url'].flatMap((name) => attributes[name] ?? []);
      islands.push({ routes: String(value), entries });
    }
  });
  return { islands, scripts, inlineModules };
}

/** @param {string} text */
function unescapeAttribute(text) {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/**
 * Maps the route value of each island (one or more names, separated by spaces) to every module that the route
 * needs, so that the page can request all of them in one round trip.
 *
 * @param {string} html the built page
 * @param {URL} clientDir folder of the built page
 * @returns {Promise<Record<string, string[]>>}
 */
export async function preloadMap(html, clientDir) {
  await init;
  const { islands, scripts, inlineModules } = findEntries(html);
  /** @type {Map<string, string[]>} */
  const known = new Map();
  /** @param {string} url */
  const importsOf = async (url) => {
    let found = known.get(url);
    if (!found) {
      found = relativeTo(url, staticImports(await readFile(new URL(url, clientDir), 'utf8')));
      known.set(url, found);
    }
    return found;
  };
  const inline = inlineModules.flatMap((source) => relativeTo('./', staticImports(source)));
  const page = [...scripts.flatMap((src) => resolveFrom(src, './') ?? []), ...inline];

  /** @type {Record<string, string[]>} */
  const map = {};
  for (const { routes, entries } of islands) {
    map[routes] = await closure([...page, ...(map[routes] ?? []), ...entries], importsOf);
  }
  return map;
}

/**
 * Style sheets of the page, page-relative. Uses a regular expression, because the HTML parser does not support
 * attributes without quotes, which a minified page may have.
 *
 * @param {string} html
 * @returns {string[]}
 */
export function findStyles(html) {
  return [...html.matchAll(/<link\b[^>]*>/g)].flatMap(([tag]) => {
    const href = /\brel="?stylesheet"?/.test(tag) ? /\bhref="?([^"\s>]+)/.exec(tag)?.[1] : undefined;
    return href === undefined ? [] : [href];
  });
}

/**
 * Styles and modules that every route needs, page-relative. The server announces only these in its headers,
 * because it does not receive the route in the hash.
 *
 * @param {string} html
 * @param {Record<string, string[]>} map
 */
export function sharedFiles(html, map) {
  return [...findStyles(html), ...(map['*'] ?? [])];
}

/**
 * @param {string} from
 * @param {string[]} specifiers
 */
function relativeTo(from, specifiers) {
  return specifiers.flatMap((specifier) => resolveFrom(specifier, from) ?? []);
}

/**
 * Replaces the placeholder in the pre-paint script with the map. Undefined when there is no placeholder.
 *
 * @param {string} html
 * @param {Record<string, string[]>} map
 */
export function injectPreload(html, map) {
  // `<` would let a value end the script element.
  const json = JSON.stringify(map).replaceAll('<', '\\u003c');
  let found = false;
  const result = html.replace(PLACEHOLDER, () => {
    found = true;
    return json;
  });
  return found ? result : undefined;
}
