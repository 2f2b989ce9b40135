// @ts-check
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';

/** Folder of the parts, whose names change with their content, and the list of those that a build made itself. */
const FOLDER = 'assets/';
const LIST = 'parts.json';

const META = /(<meta\b[^>]*\bname="atoll-build"[^>]*\bcontent=")("[^>]*>)/;

/**
 * What a build leaves to the next one.
 *
 * @typedef {object} Parts
 * @property {Map<string, Buffer>} files name to content, compressed copies included
 * @property {(name: string) => boolean} isOwn made by that build, and not kept from the one before it
 */

/** @param {string} name */
const withoutCopy = (name) => name.replace(/\.(br|gz)$/, '');

/** @param {URL} client folder of the built page */
async function namesIn(client) {
  return readdir(new URL(FOLDER, client)).catch(() => /** @type {string[]} */ ([]));
}

/**
 * Names the build in the page's `<meta name="atoll-build">`, by the names of its parts.
 *
 * @param {string} html
 * @param {URL} client folder of the built page
 */
export async function nameBuild(html, client) {
  const names = (await namesIn(client)).sort().join();
  return html.replace(META, `$1${createHash('sha256').update(names).digest('hex').slice(0, 8)}$2`);
}

/**
 * Reads the parts of the last build, before its folder is emptied.
 *
 * @param {URL} client folder of the built page
 * @param {URL} server folder of the built server
 * @returns {Promise<Parts>}
 */
export async function readParts(client, server) {
  const names = await namesIn(client);
  const files = await Promise.all(
    names.map(async (name) => /** @type {const} */ ([name, await readFile(new URL(FOLDER + name, client))])),
  );
  const list = await readFile(new URL(LIST, server), 'utf8').catch(() => undefined);
  const own = new Set(list === undefined ? names : /** @type {unknown[]} */ (JSON.parse(list)));
  return { files: new Map(files), isOwn: (name) => own.has(name) };
}

/**
 * Puts the parts of the last build beside those of this one, so that pages opened before an update go on
 * working. Those of older builds go, unless this build is the last one over again.
 *
 * @param {Parts} last
 * @param {URL} client
 * @param {URL} server
 * @returns {Promise<number>} how many files were kept
 */
export async function keepParts(last, client, server) {
  const names = await namesIn(client);
  const present = new Set(names);
  const isSame = names.every((name) => last.files.has(name) && last.isOwn(name));
  const kept = [...last.files].filter(
    // A name is a content: a copy without its file would belong to the file of this build.
    ([name]) => !present.has(withoutCopy(name)) && (isSame || last.isOwn(name)),
  );
  await Promise.all(kept.map(([name, body]) => writeFile(new URL(FOLDER + name, client), body)));
  await writeFile(new URL(LIST, server), JSON.stringify(names));
  return kept.length;
}

/**
 * Puts the parts of the last build back after a build that failed, for the next one to keep. Synchronous: the
 * process is about to end.
 *
 * @param {Parts} last
 * @param {URL} client
 * @param {URL} server
 */
export function restoreParts(last, client, server) {
  for (const folder of [new URL(FOLDER, client), server]) mkdirSync(folder, { recursive: true });
  for (const [name, body] of last.files) writeFileSync(new URL(FOLDER + name, client), body);
  writeFileSync(new URL(LIST, server), JSON.stringify([...last.files.keys()].filter(last.isOwn)));
}
