import { relative } from 'node:path';
import { listOf, numberOf, textOf } from '#scripts/lib/json.ts';
import { ROOT } from '#scripts/lib/paths.ts';

/** Stands for a test in the coverage: the build, which renders the first state of the screens. */
export const IN_BUILD = 'build';

/**
 * What tests reach, by their names: the paths of their files relative to the repository, for Playwright with `:LINE`.
 */
export interface Coverage {
  /** The tests that reach each probe, fastest first. */
  testsOf: Map<number, string[]>;
  /** Duration of each test in ms. */
  durations: Map<string, number>;
}

/** @param log one JSON line per test, as `setup.ts`, the configuration of the build and the browser tests write it. */
export function readCoverage(log: string): Coverage {
  const testsOf = new Map<number, string[]>();
  const durations = new Map<string, number>();
  for (const line of log.split('\n').filter(Boolean)) {
    const entry: unknown = JSON.parse(line);
    const name = textOf(entry, 'test');
    const test = name === IN_BUILD ? name : relative(ROOT, name);
    durations.set(test, Math.max(durations.get(test) ?? 0, numberOf(entry, 'ms')));
    for (const id of listOf(entry, 'ids')) {
      if (typeof id !== 'number') continue;
      const tests = testsOf.get(id) ?? [];
      // Tests made in a loop share their line.
      if (!tests.includes(test)) testsOf.set(id, [...tests, test]);
    }
  }
  const duration = (test: string): number => durations.get(test) ?? 0;
  for (const tests of testsOf.values()) tests.sort((a, b) => duration(a) - duration(b));
  return { testsOf, durations };
}
