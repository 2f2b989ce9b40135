import { relative } from 'node:path';
import { listOf, textOf } from '../lib/json.ts';
import { ROOT } from '../lib/paths.ts';
import { outsideOfTests, type TestOutcome } from './outcomes.ts';

/**
 * The tests in Vitest's JSON report, in its order; files are paths inside the repository. A file whose tests could
 * not even be collected, or that failed outside of them, counts as one without titles.
 */
export function readVitestTests(report: unknown): TestOutcome[] {
  return listOf(report, 'testResults').flatMap((file) => {
    const path = relative(ROOT, textOf(file, 'name'));
    const tests = listOf(file, 'assertionResults').map((test) => readTest(test, path));
    const failedItself = textOf(file, 'status') === 'failed' && textOf(file, 'message');
    return failedItself
      ? [...tests, { titles: [], file: path, status: 'failed', errors: [failedItself] }]
      : tests;
  });
}

function readTest(test: unknown, file: string): TestOutcome {
  const errors = texts(listOf(test, 'failureMessages'));
  const status = textOf(test, 'status');
  return {
    // The outermost group is the file, and has no name.
    titles: [...texts(listOf(test, 'ancestorTitles')).filter(Boolean), textOf(test, 'title')],
    file,
    // A test that passed when it was run again keeps what it failed with before.
    status: status === 'passed' && errors.length > 0 ? 'flaky' : status,
    errors,
  };
}

/** What failed outside of Vitest's tests, from the report of `unhandled-errors.ts`. */
export function readUnhandled(report: unknown): TestOutcome[] {
  return (Array.isArray(report) ? texts(report) : []).map(outsideOfTests);
}

function texts(values: unknown[]): string[] {
  return values.filter((value) => typeof value === 'string');
}
