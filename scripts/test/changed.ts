import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { inRoot, ROOT } from '#scripts/lib/paths.ts';

/** What a run of `npm test -- --changed` needs. */
export interface Selection {
  /** Parts of the paths of the browser tests to run; all of them when undefined, none when empty. */
  browser: string[] | undefined;
  /** Whether the built server is tested. */
  isServer: boolean;
}

/** The files that differ from the last commit, with new ones. */
export function changedFiles(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n');
  return [
    ...git('diff', '--name-only', '--relative', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ].filter(Boolean);
}

/** The areas of the dashboard that have browser tests of their own. */
const AREAS = readdirSync(inRoot('tests/e2e'));

/** Files that no browser test and no built server depends on. */
const APART = /^(docs|tests\/(unit|stores|server|engines))\/|^[^/]+\.md$|^scripts\/(?!lib\/)/;

/** Which tests of the built output these files can touch. Vitest finds the others by their imports. */
export function selectTests(files: readonly string[], areas: readonly string[] = AREAS): Selection {
  const isServer = files.some((file) =>
    /^(build|src\/(server|lib)|scripts\/(lib|start)|tests\/server)\//.test(file),
  );
  const browser = new Set<string>();
  for (const file of files.filter((each) => !APART.test(each))) {
    const area = file.split('/').find((part) => areas.includes(part));
    if (file.endsWith('.spec.ts')) browser.add(file);
    // Each screen is in the walk through all of them, and most are in the pass at 360 px.
    else if (area && /^(src|tests)\//.test(file))
      for (const path of [`tests/e2e/${area}/`, 'tests/e2e/app/screens', 'tests/e2e/narrow/'])
        browser.add(path);
    else return { browser: undefined, isServer };
  }
  return { browser: [...browser].sort(), isServer };
}
