import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { textOf } from '#scripts/lib/json.ts';
import { inRoot, ROOT } from '#scripts/lib/paths.ts';

/** Where `npm test` leaves its reports; Playwright empties its own folder with each run. */
const REPORTS_DIR = inRoot('.cache/reports');

export interface Reports {
  /** Vitest's JSON report, undefined when there is none. */
  vitest: unknown;
  /** Playwright's. */
  playwright: unknown;
  /** Commit the run was of, empty where git could not tell; `+` behind it: with changes. */
  commit: string;
  /** When it began, ISO 8601. */
  started: string;
}

/** Path of a report, for the runner that writes it; `unhandled`: Vitest's errors outside of tests. */
export function reportFile(name: 'vitest' | 'unhandled' | 'playwright', dir = REPORTS_DIR): string {
  return `${dir}/${name}.json`;
}

/** Throws the reports of the last run away and notes what this one is of. */
export function beginReports(dir = REPORTS_DIR): void {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const run = { commit: currentCommit(), started: new Date().toISOString() };
  writeFileSync(`${dir}/run.json`, `${JSON.stringify(run)}\n`);
}

/** The reports of the last run, undefined when there was none. */
export function readReports(dir = REPORTS_DIR): Reports | undefined {
  const run = readJson(`${dir}/run.json`);
  if (run === undefined) return undefined;
  return {
    vitest: readJson(reportFile('vitest', dir)),
    playwright: readJson(reportFile('playwright', dir)),
    commit: textOf(run, 'commit'),
    started: textOf(run, 'started'),
  };
}

/** Undefined when the file is missing or was cut off. */
export function readJson(file: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Short hash of the checked-out commit, with `+` when files differ from it; empty where git can't tell. */
export function currentCommit(): string {
  const commit = git('rev-parse', '--short', 'HEAD');
  return commit && git('status', '--porcelain') ? `${commit}+` : commit;
}

function git(...args: string[]): string {
  const { stdout } = spawnSync('git', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return stdout?.trim() ?? '';
}
