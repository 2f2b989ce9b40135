// @ts-check
/*
 * Makes the page's first script of an ordinary module: one minified text in the page, before anything else.
 * Leans on: Vite's build. Fails: when it is not one file, or larger than its limit.
 */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { replacePart } from './page.mjs';

/** The module with the text of the page's first script (Shell.astro). */
const ID = 'virtual:first-script';
const ENTRY = fileURLToPath(new URL('../src/lib/routing/first-script.ts', import.meta.url));
/** What the script has in place of the preload map, which the build knows at its end. */
const PLACEHOLDER = '__ATOLL_PRELOAD__';
/**
 * Every page begins with the script: its size without the map, in bytes, 900 of them for the choice between the lines of
 * PocketBase. Only for a route (about 60), a theme (about 40) or a sign above the page (about 90) it may be raised.
 */
const LIMIT = 12_870;

/**
 * Bundles `src/lib/routing/first-script.ts` with what it imports into one minified script.
 *
 * @returns {Promise<{ code: string, files: string[] }>} its text, and the files that it consists of
 */
export async function bundleFirstScript() {
  const [result] = [
    await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      build: { write: false, rolldownOptions: { input: ENTRY, output: { format: 'iife' } } },
    }),
  ].flat();
  const [chunk, ...others] = result && 'output' in result ? result.output : [];
  if (chunk?.type !== 'chunk' || others.length) throw new Error('The first script must be one file.');
  const code = chunk.code.trim();
  if (code.split(PLACEHOLDER).length !== 2) throw new Error(`The first script must have one ${PLACEHOLDER}.`);
  if (code.includes('</script')) throw new Error('The first script must not end its element.');
  if (code.length > LIMIT) throw new Error(`The first script has ${code.length} bytes, more than ${LIMIT}.`);
  return { code, files: chunk.moduleIds };
}

/**
 * Provides the text of the first script to the page.
 *
 * @returns {import('vite').Plugin}
 */
export function firstScript() {
  let isBuild = false;
  return {
    name: 'atoll-first-script',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    async load(id) {
      if (id !== `\0${ID}`) return undefined;
      const { code, files } = await bundleFirstScript();
      for (const file of files) this.addWatchFile(file);
      // During development, nothing is preloaded.
      return `export default ${JSON.stringify(isBuild ? code : code.replace(PLACEHOLDER, '["",{}]'))};`;
    },
  };
}

/**
 * Puts the preload map into the page's first script.
 *
 * @param {string} html
 * @param {ReturnType<typeof import('./preload.mjs').forScript>} map
 */
export function injectPreload(html, map) {
  // `<` would let a value end the script element.
  return replacePart(html, new RegExp(PLACEHOLDER), () => JSON.stringify(map).replaceAll('<', '\\u003c'));
}
