import { relative } from 'node:path';
import process from 'node:process';
import { startChild } from '#scripts/lib/child.ts';
import { listOf, numberOf, textOf } from '#scripts/lib/json.ts';
import { inRoot, ROOT } from '#scripts/lib/paths.ts';
import { readJson } from '#scripts/test/reports.ts';

export interface TestRun {
  /** Test files, paths relative to the repository; an empty list means all. */
  tests: string[];
  /** Folder with replacements for some sources, at the same relative paths. */
  sources: string;
  /** Time limit of the run in ms. */
  limitMs: number;
  /** File to which each test file appends a JSON line with the probes that its tests reached. */
  probes?: string;
  /** Path for Vitest's JSON report. */
  report?: string;
}

/** The result of a run; a failing test ends the run at once. */
export type TestRunEnd = { end: 'passed' | 'failed' | 'timeout'; output: string };

/** Runs test files in a separate process. */
export async function runTests({ tests, sources, limitMs, probes, report }: TestRun): Promise<TestRunEnd> {
  const config = inRoot('scripts/mutation/vitest.config.ts');
  const args = [
    'run',
    '-A',
    '--no-lock',
    'npm:vitest',
    'run',
    '--config',
    config,
    '--project=unit',
    '--bail=1',
  ];
  args.push('--reporter=dot', ...(report ? ['--reporter=json', `--outputFile.json=${report}`] : []));
  const child = await startChild(process.execPath, [...args, ...tests], {
    cwd: ROOT,
    // The limit ends the whole group, because an endless loop may run in a child of Vitest.
    ownGroup: true,
    env: { ...process.env, ATOLL_SOURCES: sources, ...(probes ? { ATOLL_PROBES: probes } : {}) },
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endGroup(child.pid);
  }, limitMs);
  const endWithUs = (): void => endGroup(child.pid);
  process.on('exit', endWithUs);
  const { code } = await child.exited;
  process.off('exit', endWithUs);
  clearTimeout(timer);
  return { end: isLate ? 'timeout' : code === 0 ? 'passed' : 'failed', output: child.output() };
}

/** Duration of each test file in ms, from Vitest's JSON report; paths relative to the repository. */
export function readDurations(report: string): Map<string, number> {
  return new Map(
    listOf(readJson(report), 'testResults').map((file) => [
      relative(ROOT, textOf(file, 'name')),
      numberOf(file, 'endTime') - numberOf(file, 'startTime'),
    ]),
  );
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended, which is the goal.
  }
}
