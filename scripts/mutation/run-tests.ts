import { existsSync } from 'node:fs';
import process from 'node:process';
import { startChild } from '#scripts/lib/child.ts';
import { inRoot, ROOT } from '#scripts/lib/paths.ts';

export interface TestRun {
  /**
   * Tests to run: files, for Playwright also `FILE:LINE`; paths relative to the repository. An empty list means all.
   */
  tests: string[];
  /** Folder with replacements for some sources, at the same relative paths; they contain faults. */
  sources: string;
  /** The fault that is active, see `faults.ts`; none without it. */
  fault?: string;
  /** Whether the build runs the fault, too: for what it renders. */
  isInBuild?: boolean;
  /** Time limit of the tests in ms. */
  limitMs: number;
  /** Time limit of each browser test in ms: what a fault removes is waited for. */
  testLimitMs?: number;
  /** File to which unit tests append the numbers of the faults that they find, each run again for every fault. */
  found?: string;
  /**
   * File to which each test (Vitest: each test file) appends a JSON line with its duration and the probes it reached.
   */
  probes?: string;
}

/** The result of a run; a failing test ends the run at once. */
export type TestRunEnd = { end: 'passed' | 'failed' | 'timeout'; output: string };

const BUILD_LIMIT_MS = 600_000;

/**
 * Runs files of unit and store tests in a separate process. A test fails only if it also fails a second time: one race
 * on a busy machine detects nothing.
 */
export function runVitest({ tests, sources, limitMs, fault, found, probes }: TestRun): Promise<TestRunEnd> {
  const config = inRoot('scripts/mutation/vitest.config.ts');
  const which = found
    ? ['--project=unit', '--exclude=tests/unit/{build,scripts,support}/**']
    : ['--project=!server', '--project=!engines', '--bail=1', '--retry=1'];
  const args = ['npm:vitest', 'run', '--config', config, ...which, '--reporter=dot'];
  return run([...args, ...tests], limitMs, {
    ATOLL_SOURCES: sources,
    ...(found ? { ATOLL_FOUND: found } : {}),
    ...faultOf(fault),
    ...probesOf(probes),
  });
}

/**
 * Builds Atoll with the replacements, once for all faults that do not run in the build, and runs browser tests of its
 * screens; each test has a second try there, too.
 */
export async function runBrowserTests(testRun: TestRun): Promise<TestRunEnd> {
  const { tests, sources, limitMs, testLimitMs, fault, isInBuild, probes } = testRun;
  const dist = `${sources}/dist${isInBuild ? `-${fault}` : ''}`;
  const env = { ATOLL_SOURCES: sources, ATOLL_DIST: dist };
  if (!existsSync(dist)) {
    const args = ['npm:astro', 'build', '--config', 'scripts/mutation/astro.config.mjs'];
    const built = await run(args, BUILD_LIMIT_MS, {
      ...env,
      ...(isInBuild ? faultOf(fault) : {}),
      ...probesOf(probes),
    });
    if (built.end !== 'passed') return built;
  }
  const args = ['npm:@playwright/test/cli', 'test', '--reporter=line', '--retries=1', '--max-failures=1'];
  const output = `${sources}/results-${fault ?? 'none'}`;
  // The checkout is newer than a build of the replaced sources.
  const testEnv = { ...env, STALE: '1', PLAYWRIGHT_OUTPUT: output, ...faultOf(fault), ...probesOf(probes) };
  // Two mutants are tested at once.
  const parallel = tests.length > 0 ? ['--workers=1', ...tests] : ['tests/e2e'];
  const limit = testLimitMs ? [`--timeout=${Math.ceil(testLimitMs)}`] : [];
  return run([...args, ...limit, ...parallel], limitMs, testEnv);
}

function faultOf(fault: string | undefined): NodeJS.ProcessEnv {
  return fault ? { ATOLL_FAULT: fault } : {};
}

function probesOf(log: string | undefined): NodeJS.ProcessEnv {
  return log ? { ATOLL_PROBES: log } : {};
}

/** Runs an npm package's command under Deno in the repository. */
async function run(args: string[], limitMs: number, env: NodeJS.ProcessEnv): Promise<TestRunEnd> {
  const child = await startChild(process.execPath, ['run', '-A', '--no-lock', ...args], {
    cwd: ROOT,
    // The limit ends the whole group, because an endless loop may run in a child of the command.
    ownGroup: true,
    env: { ...process.env, ...env },
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

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended, which is the goal.
  }
}
