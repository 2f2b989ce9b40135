import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Proof } from '#scripts/acceptance/acceptance.ts';
import { listOf, textOf } from '#scripts/lib/json.ts';
import { inRoot, ROOT } from '#scripts/lib/paths.ts';

/** Folder of the reports of `npm test`. Separate, because Playwright empties its own folder on each run. */
const REPORTS_DIR = inRoot('.cache/reports');

export interface Reports {
  /** Vitest's JSON report, undefined when there is none. */
  vitest: unknown;
  /** Playwright's. */
  playwright: unknown;
  /** Commit of the run, with `+` when files differed from it; empty when git is not available. */
  commit: string;
  /** Start of the run, ISO 8601. */
  started: string;
  /** What tests have proven that this run left out. */
  recorded: Proof[];
}

/** Path of a report; `unhandled` holds Vitest's errors outside of tests. */
export function reportFile(
  name: 'vitest' | 'newer' | 'unhandled' | 'playwright' | 'playwright-newer',
  dir = REPORTS_DIR,
): string {
  return `${dir}/${name}.json`;
}

/** Deletes the reports of the last run, and records the commit and start of this one, and what it need not prove. */
export function beginReports(recorded: readonly Proof[] = [], dir = REPORTS_DIR): void {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const run = { commit: currentCommit(), started: new Date().toISOString(), recorded };
  writeFileSync(`${dir}/run.json`, `${JSON.stringify(run)}\n`);
}

/** The reports of the last run; undefined when there was none. */
export function readReports(dir = REPORTS_DIR): Reports | undefined {
  const run = readJson(`${dir}/run.json`);
  if (run === undefined) return undefined;
  return {
    vitest: readJson(reportFile('vitest', dir)),
    playwright: readJson(reportFile('playwright', dir)),
    commit: textOf(run, 'commit'),
    started: textOf(run, 'started'),
    recorded: listOf(run, 'recorded') as Proof[],
  };
}

/** Undefined when the file is missing or is not valid JSON. */
export function readJson(file: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Short hash of the checked-out commit, with `+` when files differ from it; empty when git is not available. */
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
