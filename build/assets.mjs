// @ts-check
/*
 * Keeps the assets of the last build, so that pages that are still open find their parts after an update.
 * Leans on: Astro's `assets` folder, whose names change with their content. Fails: when the layout has no meta for the
 * build; a failed build leaves the last one in place.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { setMeta, shortHash } from './page.mjs';

/** Folder of the assets, whose names change with their content, and the list of the assets that a build created. */
const FOLDER = 'assets/';
const LIST = 'parts.json';

/**
 * The assets of the last build.
 *
 * @typedef {object} Assets
 * @property {Map<string, Buffer>} files name to content, including compressed copies
 * @property {(name: string) => boolean} isOwn whether that build created the file; false for files kept from earlier builds
 */

/** @param {string} name */
const withoutCopy = (name) => name.replace(/\.(br|gz)$/, '');

/** @param {URL} client folder of the built page */
async function namesIn(client) {
  return readdir(new URL(FOLDER, client)).catch(() => /** @type {string[]} */ ([]));
}

/**
 * Writes an id of the build to the page's `<meta name="atoll-build">`: a hash of the names of its assets.
 *
 * @param {string} html
 * @param {URL} client folder of the built page
 */
export async function nameBuild(html, client) {
  const names = (await namesIn(client)).sort().join();
  return setMeta(html, 'atoll-build', shortHash(names));
}

/**
 * Reads the assets of the last build, before Astro empties its folder.
 *
 * @param {URL} client folder of the built page
 * @param {URL} server folder of the built server
 * @returns {Promise<Assets>}
 */
export async function readAssets(client, server) {
  const names = await namesIn(client);
  const files = await Promise.all(
    names.map(async (name) => /** @type {const} */ ([name, await readFile(new URL(FOLDER + name, client))])),
  );
  // Missing, or cut when the disk was full: then all are taken for those of the last build.
  const list = await readFile(new URL(LIST, server), 'utf8')
    .then(JSON.parse)
    .catch(() => names);
  const own = new Set(/** @type {unknown[]} */ (list));
  return { files: new Map(files), isOwn: (name) => own.has(name) };
}

/**
 * Adds the assets of the last build to those of this one, so that pages opened before an update continue to
 * work. Drops the assets of older builds, unless this build equals the last one.
 *
 * @param {Assets} last
 * @param {URL} client
 * @param {URL} server
 * @returns {Promise<number>} how many files were kept
 */
export async function keepAssets(last, client, server) {
  const names = await namesIn(client);
  const present = new Set(names);
  const isSame = names.every((name) => last.files.has(name) && last.isOwn(name));
  const kept = [...last.files].filter(
    // Equal names have equal content. A compressed copy must not be added to a file of this build.
    ([name]) => !present.has(withoutCopy(name)) && (isSame || last.isOwn(name)),
  );
  await Promise.all(kept.map(([name, body]) => writeFile(new URL(FOLDER + name, client), body)));
  await writeFile(new URL(LIST, server), JSON.stringify(names));
  return kept.length;
}

/**
 * Restores the assets of the last build after a failed build, so that the next build can keep them. Synchronous,
 * because the process is about to exit.
 *
 * @param {Assets} last
 * @param {URL} client
 * @param {URL} server
 */
export function restoreAssets(last, client, server) {
  for (const folder of [new URL(FOLDER, client), server]) mkdirSync(folder, { recursive: true });
  for (const [name, body] of last.files) writeFileSync(new URL(FOLDER + name, client), body);
  writeFileSync(new URL(LIST, server), JSON.stringify([...last.files.keys()].filter(last.isOwn)));
}
