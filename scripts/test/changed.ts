import { readdirSync } from 'node:fs';
import { inRoot } from '#scripts/lib/paths.ts';

/** The areas of the dashboard that have browser tests of their own. */
const AREAS = readdirSync(inRoot('tests/e2e'));

/** Files that no browser test depends on. */
const APART = /^(docs|tests\/(unit|stores|server|engines))\/|^[^/]+\.md$|^scripts\/(?!lib\/)/;

/**
 * Which browser tests these files can touch, as parts of their paths; `['']` means all. Vitest finds its own by their
 * imports.
 */
export function selectBrowserTests(files: readonly string[], areas: readonly string[] = AREAS): string[] {
  const browser = new Set<string>();
  for (const file of files.filter((each) => !APART.test(each))) {
    const area = file.split('/').find((part) => areas.includes(part));
    if (file.endsWith('.spec.ts')) browser.add(file);
    // Each screen is in the walk through all of them, and most are in the pass at 360 px.
    else if (area && /^(src|tests)\//.test(file))
      for (const path of [`tests/e2e/${area}/`, 'tests/e2e/app/screens', 'tests/e2e/narrow/'])
        browser.add(path);
    else return [''];
  }
  return [...browser].sort();
}
