// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Folder with replacements for some sources, at the same relative paths; the checkout stays unchanged. */
const folder = process.env['ATOLL_SOURCES'] ?? '';

/**
 * Loads the replacements in place of the sources.
 * @returns {import('vite').Plugin}
 */
export function otherSources() {
  return {
    name: 'atoll-other-sources',
    enforce: 'pre',
    load(id) {
      const path = id.replace(/\?.*$/, '');
      if (!path.startsWith(ROOT)) return undefined;
      const other = `${folder}/${path.slice(ROOT.length)}`;
      return existsSync(other) ? readFileSync(other, 'utf8') : undefined;
    },
  };
}
