// @ts-check
import { readFile, writeFile } from 'node:fs/promises';

/** https://v8.dev/blog/explicit-compile-hints: has to come before any code. */
const HINT = '//# allFunctionsCalledOnLoad\n';
/** Smaller modules take no time to compile; in characters. */
const MIN_LENGTH = 5000;

/**
 * Asks Chromium to compile all functions of these modules in the background while they arrive. By default it compiles
 * each function when it is first called, which holds up the screen. Other browsers ignore the comment.
 *
 * @param {Iterable<string>} urls of JavaScript modules, page-relative
 * @param {URL} clientDir folder of the built page
 */
export async function addCompileHints(urls, clientDir) {
  await Promise.all(
    [...new Set(urls)].map(async (url) => {
      const file = new URL(url, clientDir);
      const code = await readFile(file, 'utf8');
      if (code.length >= MIN_LENGTH) await writeFile(file, HINT + code);
    }),
  );
}
