import { relative } from 'node:path';
import process from 'node:process';
import { startChild } from '#scripts/lib/child.ts';
import { listOf, numberOf, textOf } from '#scripts/lib/json.ts';
import { inRoot, ROOT } from '#scripts/lib/paths.ts';
import { readJson } from '#scripts/test/reports.ts';

export interface TestRun {
  /** Test files, paths inside the repository; none means all. */
  tests: string[];
  /** Folder with other texts for some sources, by their paths inside the repository. */
  sources: string;
  /** ms after which the run is ended. */
  limitMs: number;
  /** File in which each test file notes the probes its tests came by, a JSON line each. */
  probes?: string;
  /** Where to leave Vitest's JSON report. */
  report?: string;
}

/** How a run ended; a failing test ends it at once. */
export type TestRunEnd = { end: 'passed' | 'failed' | 'timeout'; output: string };

/** Runs test files in a process of its own. */
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
    // All of it ends at the limit: a loop without end may run in one of its own children.
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

/** ms that each test file took, by Vitest's JSON report; paths inside the repository. */
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
    // It has ended in the same moment.
  }
}
