// @ts-check
/*
 * Lets the page request all modules of its screen at once: one round trip in place of one for each level of imports.
 * Leans on: Vite's manifest, the attributes of Astro's islands. Fails: when the page has no islands, a search no file.
 */
import { parse, walkSync } from 'ultrahtml';
import { replacePart, setMeta } from './page.mjs';

/** The route value of islands on every route. */
const ALL = '*';
/** In the map, beside the routes: the renderers of the islands. */
const RENDERERS = 'renderer';
/** In a route value: the island hydrates after the others of its screen (src/lib/routing/directive.ts). */
const LATER = 'later';
/** Rare screens, whose files the page does not name: it would be longer for all others. */
const RARE = ['factor', 'first-link', 'installer', 'request-reset', 'confirm-reset'];
/** The names of the files with the wires (src/lib/wire/wire.ts), by which the first script finds that of its line. */
const WIRES = ['pb22', 'pb23'];
/** What the lists of screens import only for a search: the names of the files by those of the frames. */
const SEARCHES = { collections: 'search-filter', logs: 'logs-filter', 'settings-admins': 'searched-text' };

/**
 * The files of a build, of which each names what it imports statically.
 *
 * @typedef {import('vite').Manifest} Manifest
 */

/**
 * The page-relative address of a file of the build.
 *
 * @param {Manifest} manifest
 * @param {string} name of its chunk
 */
export function fileNamed(manifest, name) {
  const found = Object.values(manifest).find((chunk) => chunk.name === name);
  if (!found) throw new Error(`No file of the build is ${name}.`);
  return `./${found.file}`;
}

/**
 * Every module that a set of entries needs before it can run: first the entries, then what they import statically.
 *
 * @param {string[]} entries page-relative addresses (`./assets/x.js`)
 * @param {Manifest} manifest
 */
function closure(entries, manifest) {
  const importsOf = new Map(Object.values(manifest).map(({ file, imports }) => [`./${file}`, imports ?? []]));
  const seen = new Set(entries);
  // The iterator of a Set also visits values that are added during the loop.
  for (const url of seen) for (const key of importsOf.get(url) ?? []) seen.add(`./${manifest[key]?.file}`);
  return [...seen];
}

/**
 * The scripts of the page, and the module and the renderer of each island.
 *
 * @param {string} html
 */
export function findEntries(html) {
  /** @type {{ routes: string, module: string, renderer: string }[]} */
  const islands = [];
  /** @type {string[]} */
  const scripts = [];
  walkSync(parse(html), (node) => {
    if (node.type !== 1) return;
    const { src, type, opts, ...attributes } = node.attributes;
    if (node.name === 'script' && type === 'module' && src) scripts.push(src);
    if (node.name !== 'astro-island') return;
    const { value } = JSON.parse((opts ?? '').replaceAll('&quot;', '"'));
    islands.push({
      routes: value,
      module: attributes['component-url'] ?? '',
      renderer: attributes['renderer-url'] ?? '',
    });
  });
  return { islands, scripts };
}

/**
 * Maps the route value of each island (one or more names, separated by spaces) to every module that the route needs, so
 * that the page can request all of them in one round trip. What every route needs is under `*` and only there; the
 * renderers are under `renderer`, because a sign-in is sent without them, and sooner if it does not share the line.
 *
 * @param {string} html the built page
 * @param {Manifest} manifest
 */
export function preloadMap(html, manifest) {
  const { islands, scripts } = findEntries(html);
  if (islands.length === 0) throw new Error('The built page has no islands (build/preload.mjs).');
  const shared = closure(scripts, manifest);
  const renderers = closure(
    islands.map(({ renderer }) => renderer),
    manifest,
  ).filter((url) => !shared.includes(url));
  /** @type {Record<string, string[]>} */
  const map = { [ALL]: shared, [RENDERERS]: renderers };
  const often = islands.filter(({ routes }) => !RARE.includes(routes));
  // Islands that hydrate later come last: the sort is stable.
  const isLater = (/** @type {string} */ routes) => Number(routes.split(' ').includes(LATER));
  for (const { routes, module } of often.toSorted((a, b) => isLater(a.routes) - isLater(b.routes))) {
    const modules = closure([...(map[routes] ?? []), module], manifest);
    map[routes] = modules.filter(
      (url) => !renderers.includes(url) && (routes === ALL || !shared.includes(url)),
    );
  }
  return map;
}

/**
 * The modules of the wire of each line, under its name: screens with a sidebar need one of them.
 *
 * @param {Record<string, string[]>} map
 * @param {Manifest} manifest
 */
export function wireMap(map, manifest) {
  const found = WIRES.map((line) => {
    const modules = closure([fileNamed(manifest, line)], manifest);
    return [line, modules.filter((url) => !map[ALL]?.includes(url))];
  });
  return Object.fromEntries(found);
}

/**
 * The modules that a search in the address needs beside those of its screen, under `NAME?`: else they would be
 * requested only when the list is.
 *
 * @param {Record<string, string[]>} map
 * @param {Manifest} manifest
 */
export function searchMap(map, manifest) {
  const found = Object.entries(SEARCHES).map(([frame, name]) => {
    const known = modulesOf(map, [ALL, RENDERERS, 'sidebar', frame]);
    const modules = closure([fileNamed(manifest, name)], manifest);
    return [`${frame}?`, modules.filter((url) => !known.includes(url))];
  });
  return Object.fromEntries(found);
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
 * Lists in the page what saves settings, without what is there when the code that imports it runs: the page fetches
 * these files before (src/lib/browser/page-files.ts).
 *
 * @param {string} html
 * @param {Manifest} manifest
 */
export function nameSaves(html, manifest) {
  const file = fileNamed(manifest, 'fields-session');
  const importers = Object.values(manifest).filter(({ dynamicImports }) =>
    dynamicImports?.some((key) => `./${manifest[key]?.file}` === file),
  );
  const known = closure(
    importers.map((chunk) => `./${chunk.file}`),
    manifest,
  );
  const modules = closure([file], manifest).filter((url) => !known.includes(url));
  return setMeta(html, 'atoll-saves', modules.join(' '));
}

/**
 * The map for the first script, without what the page preloads itself: the names of the modules, which all are
 * `./assets/NAME.js`, with blanks between them, and for each route the positions of its own among them.
 *
 * @param {Record<string, string[]>} map
 * @returns {[names: string, routes: Record<string, number[]>]}
 */
export function forScript(map) {
  const others = Object.entries(map).filter(([routes, urls]) => routes !== ALL && urls.length);
  const urls = [...new Set(others.flatMap(([, some]) => some))];
  return [
    urls.map((url) => replacePart(url, /^\.\/assets\/(\S*)\.js$/, (_all, name) => name)).join(' '),
    Object.fromEntries(others.map(([routes, some]) => [routes, some.map((url) => urls.indexOf(url))])),
  ];
}

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
