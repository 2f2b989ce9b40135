import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository, with a trailing slash. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Absolute path of a file or folder of the repository. */
export function inRoot(...parts: string[]): string {
  return ROOT + parts.join('/');
}

/** Output folder of `npm run build`: ./dist, or ATOLL_DIST, which lets two builds coexist. */
export const BUILD_DIR = resolve(ROOT, process.env['ATOLL_DIST'] ?? 'dist');
