import { relative } from 'node:path';
import { listOf, textOf } from '../lib/json.ts';
import { ROOT } from '../lib/paths.ts';
import type { TestOutcome } from './flaky.ts';

/** The tests in Vitest's JSON report, in its order; files are paths inside the repository. */
export function readVitestTests(report: unknown): TestOutcome[] {
  return listOf(report, 'testResults').flatMap((file) =>
    listOf(file, 'assertionResults').map((test) => {
      const errors = texts(listOf(test, 'failureMessages'));
      const status = textOf(test, 'status');
      return {
        titles: [...texts(listOf(test, 'ancestorTitles')), textOf(test, 'title')],
        file: relative(ROOT, textOf(file, 'name')),
        // A test that passed when it was run again keeps what it failed with before.
        status: status === 'passed' && errors.length > 0 ? 'flaky' : status,
        errors,
      };
    }),
  );
}

function texts(values: unknown[]): string[] {
  return values.filter((value) => typeof value === 'string');
}
