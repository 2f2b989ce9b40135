import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository, with a trailing slash. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Absolute path of a file or folder of the repository. */
export function inRoot(...parts: string[]): string {
  return ROOT + parts.join('/');
}

/** What `npm run build` makes: ./dist, or the folder in ATOLL_DIST, so that two builds don't disturb each other. */
export const BUILD_DIR = resolve(ROOT, process.env['ATOLL_DIST'] ?? 'dist');
