// @ts-check
/*
 * Cuts the styles by file: a sheet that names a module as its source has the classes of all that this imports
 * statically: app.css for the sign-in, screens.css for the page. What is imported on demand finds its in late.css.
 * Leans on: Tailwind's `@source`, and imports with whole names. Fails: when a module can't be found.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, relative, resolve } from 'node:path';

/** A style sheet names a module as the source of its classes. */
const MODULE = /@source "([^"]+\.(?:astro|tsx))";/g;
/** An import of a module of `src` that is not only of types. */
const STATIC_IMPORT = /^\s*(?:import|export) (?!type )(?:[^'";]* from )?'([.#][^']+\.(?:astro|tsx?))'/gm;

/**
 * A module, and all that it imports statically, directly or indirectly.
 *
 * @param {string} entry absolute path
 */
export function staticImports(entry) {
  const found = new Set([entry]);
  // The iterator of a Set also visits values that are added during the loop.
  for (const path of found) {
    const { resolve: find } = createRequire(path);
    for (const [, specifier = ''] of readFileSync(path, 'utf8').matchAll(STATIC_IMPORT))
      found.add(find(specifier));
  }
  return [...found];
}

/** @type {import('vite').Plugin} */
export const firstClasses = {
  name: 'atoll-first-classes',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css(\?inline)?$/ },
    handler(css, id) {
      const folder = dirname(id);
      return css.replace(MODULE, (_all, module) =>
        staticImports(resolve(folder, module))
          .map((path) => `@source "${relative(folder, path)}";`)
          .join('\n'),
      );
    },
  },
};
