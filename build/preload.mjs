// @ts-check
/*
 * Lets the page request all modules of its screen at once: one round trip in place of one for each level of imports.
 * Leans on: the attributes of Astro's islands. Fails: when the page has no islands, or a search no file.
 */
import { readdir, readFile } from 'node:fs/promises';
import { init, parse } from 'es-module-lexer';
import { parse as parseHtml, walkSync } from 'ultrahtml';
import { replacePart } from './page.mjs';

/** The route value of islands on every route. */
const ALL = '*';
/** In the map, beside the routes: the renderers of the islands. */
const RENDERERS = 'renderer';
/** In a route value: the island hydrates after the others of its screen (src/lib/routing/directive.ts). */
const LATER = 'later';
/** What the lists of screens import only for a search: the names of the files by those of the frames. */
const SEARCHES = { collections: 'search-filter', 'settings-admins': 'searched-text' };

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
 * Reads the static imports of the modules of a build, each module once.
 *
 * @param {URL} clientDir folder of the built page
 */
function importsIn(clientDir) {
  /** @type {Map<string, string[]>} */
  const known = new Map();
  /** @param {string} url */
  return async (url) => {
    let found = known.get(url);
    if (!found) {
      found = relativeTo(url, staticImports(await readFile(new URL(url, clientDir), 'utf8')));
      known.set(url, found);
    }
    return found;
  };
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
 * Maps the route value of each island (one or more names, separated by spaces) to every module that the route needs, so
 * that the page can request all of them in one round trip. What every route needs is under `*` and only there; the
 * renderers are under `renderer`, because a sign-in is sent without them, and sooner if it does not share the line.
 *
 * @param {string} html the built page
 * @param {URL} clientDir folder of the built page
 * @returns {Promise<Record<string, string[]>>}
 */
export async function preloadMap(html, clientDir) {
  await init;
  const { islands, scripts, inlineModules } = findEntries(html);
  if (islands.length === 0) throw new Error('The built page has no islands (build/preload.mjs).');
  const importsOf = importsIn(clientDir);
  const inline = inlineModules.flatMap((source) => relativeTo('./', staticImports(source)));
  const page = [...scripts.flatMap((src) => resolveFrom(src, './') ?? []), ...inline];

  const shared = await closure(page, importsOf);
  const renderers = (await closure(renderersOf(html), importsOf)).filter((url) => !shared.includes(url));
  /** @type {Record<string, string[]>} */
  const map = { [ALL]: shared, [RENDERERS]: renderers };
  // Islands that hydrate later come last: the sort is stable.
  const isLater = (/** @type {string} */ routes) => Number(routes.split(' ').includes(LATER));
  for (const { routes, entries } of islands.toSorted((a, b) => isLater(a.routes) - isLater(b.routes))) {
    const modules = await closure([...(map[routes] ?? []), ...entries], importsOf);
    map[routes] = modules.filter(
      (url) => !renderers.includes(url) && (routes === ALL || !shared.includes(url)),
    );
  }
  return map;
}

/**
 * The modules that a search in the address needs beside those of its screen, under `NAME?`: else they would be
 * requested only when the list is.
 *
 * @param {Record<string, string[]>} map
 * @param {URL} clientDir folder of the built page
 * @returns {Promise<Record<string, string[]>>}
 */
export async function searchMap(map, clientDir) {
  await init;
  const files = await readdir(new URL('assets/', clientDir));
  const importsOf = importsIn(clientDir);
  /** @type {Record<string, string[]>} */
  const found = {};
  for (const [frame, name] of Object.entries(SEARCHES)) {
    const file = files.find((each) => each.startsWith(`${name}.`) && each.endsWith('.js'));
    if (!file) throw new Error(`No file of the build is ${name} (build/preload.mjs).`);
    const known = modulesOf(map, [ALL, RENDERERS, 'sidebar', frame]);
    const modules = await closure([`./assets/${file}`], importsOf);
    found[`${frame}?`] = modules.filter((url) => !known.includes(url));
  }
  return found;
}

/**
 * Modules that every route needs, page-relative. The server announces only these in its headers, because it does not
 * receive the route in the hash.
 *
 * @param {Record<string, string[]>} map
 */
export function sharedModules(map) {
  return map[ALL] ?? [];
}

/**
 * @param {string} from
 * @param {string[]} specifiers
 */
function relativeTo(from, specifiers) {
  return specifiers.flatMap((specifier) => resolveFrom(specifier, from) ?? []);
}

/**
 * The modules of every island that hydrates on one of `frames`, each once.
 *
 * @param {Record<string, string[]>} map
 * @param {readonly string[]} frames names in the route values
 */
export function modulesOf(map, frames) {
  const fitting = Object.entries(map).filter(([routes]) =>
    routes.split(' ').some((name) => frames.includes(name)),
  );
  return [...new Set(fitting.flatMap(([, modules]) => modules))];
}

/**
 * Adds preloads of what every route needs before the page's first script.
 *
 * @param {string} html
 * @param {Record<string, string[]>} map
 */
export function addPreloads(html, map) {
  const links = sharedModules(map).map((url) => `<link rel="modulepreload" href="${url}">`);
  return replacePart(html, /<script\b/, (tag) => links.join('') + tag);
}

/**
 * The map for the first script, without what the page preloads itself, and only with the names of the modules: all are
 * `./assets/NAME.js`.
 *
 * @param {Record<string, string[]>} map
 */
export function forScript(map) {
  const others = Object.entries(map).filter(([routes, urls]) => routes !== ALL && urls.length);
  return Object.fromEntries(
    others.map(([routes, urls]) => [
      routes,
      urls.map((url) => replacePart(url, /^\.\/assets\/(.*)\.js$/, (_all, name) => name)),
    ]),
  );
}

/**
 * The renderers of the islands, which are libraries.
 *
 * @param {string} html the built page
 */
export const renderersOf = (html) => findEntries(html).islands.flatMap(({ entries }) => entries.slice(1));

/**
 * Removes attributes of the islands that no browser uses: ids and names for Astro's build, and values that Astro takes
 * without them, too.
 *
 * @param {string} html
 */
export function leanIslands(html) {
  return replacePart(html, /<astro-island\b[^>]*/g, (tag) =>
    tag
      .replace(/ (uid="[^"]*"|component-export="default"|props="\{\}")/g, '')
      .replace(/&quot;name&quot;:&quot;\w*&quot;,/, ''),
  );
}
