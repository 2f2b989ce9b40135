// @ts-check
/*
 * Writes compressed copies, with more effort than a server has time for.
 * Leans on: nothing. Fails: with the file system.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(js|mjs|css|svg|json|map|txt|xml|wasm|webmanifest|ico)$/;
/** Files below this size in bytes get no compressed copy: it would save less than its headers cost. */
const MIN_BYTES = 200;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * Writes `.br` (quality 11) and `.gz` (level 9) next to every text file under `dir` when the copy is smaller.
 * Skips HTML: operators edit its settings, and the server would then send an outdated copy.
 *
 * @param {URL} dir
 * @returns {Promise<number>} how many files got a compressed copy
 */
export async function precompress(dir) {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name));
  const done = await Promise.all(files.map((entry) => compressFile(`${entry.parentPath}/${entry.name}`)));
  return done.filter(Boolean).length;
}

/** @param {string} path */
async function compressFile(path) {
  const source = await readFile(path);
  if (source.length < MIN_BYTES) return false;
  const br = await brotli(source, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
    },
  });
  const gz = await gzipped(source, { level: 9 });
  if (br.length < source.length) await writeFile(`${path}.br`, br);
  if (gz.length < source.length) await writeFile(`${path}.gz`, gz);
  return true;
}
