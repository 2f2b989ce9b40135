import { fileURLToPath } from 'node:url';

/** Absolute path of the repository, with a trailing slash. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Absolute path of a file or folder of the repository. */
export function inRoot(...parts: string[]): string {
  return ROOT + parts.join('/');
}
