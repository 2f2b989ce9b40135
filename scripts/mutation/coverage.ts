import { relative } from 'node:path';
import { listOf, textOf } from '#scripts/lib/json.ts';
import { ROOT } from '#scripts/lib/paths.ts';

/**
 * The test files that reach each probe, fastest first.
 * @param log one JSON line per test file, as `setup.ts` writes it.
 * @param durations ms by test file, paths relative to the repository.
 */
export function testsByProbe(log: string, durations: Map<string, number>): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const line of log.split('\n').filter(Boolean)) {
    const entry: unknown = JSON.parse(line);
    const test = relative(ROOT, textOf(entry, 'test'));
    for (const id of listOf(entry, 'ids')) {
      if (typeof id === 'number') found.set(id, [...(found.get(id) ?? []), test]);
    }
  }
  const duration = (test: string): number => durations.get(test) ?? 0;
  for (const tests of found.values()) tests.sort((a, b) => duration(a) - duration(b));
  return found;
}
