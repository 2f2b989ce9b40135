import { relative } from 'node:path';
import { listOf, textOf } from '#scripts/lib/json.ts';
import { ROOT } from '#scripts/lib/paths.ts';
import { outsideOfTests, type TestOutcome } from './outcomes.ts';

/**
 * The tests in Vitest's JSON report, in its order; file paths are relative to the repository. A file that could not be
 * collected, or failed outside of its tests, counts as one test without titles.
 */
export function readVitestTests(report: unknown): TestOutcome[] {
  return listOf(report, 'testResults').flatMap((result) => {
    const file = relative(ROOT, textOf(result, 'name'));
    const tests = listOf(result, 'assertionResults').map((test) => readTest(test, file));
    const message = textOf(result, 'message');
    const failedItself = textOf(result, 'status') === 'failed' && (message !== '' || tests.length === 0);
    return failedItself
      ? [...tests, { titles: [], file, status: 'failed', errors: message === '' ? [] : [message] }]
      : tests;
  });
}

function readTest(test: unknown, file: string): TestOutcome {
  const errors = texts(listOf(test, 'failureMessages'));
  const status = textOf(test, 'status');
  return {
    titles: [...texts(listOf(test, 'ancestorTitles')), textOf(test, 'title')],
    file,
    // A test that passed on a retry keeps the errors of its first run.
    status: status === 'passed' && errors.length > 0 ? 'flaky' : status,
    errors,
  };
}

/** Failures outside of Vitest's tests, from the report of `unhandled-errors.ts`. */
export function readUnhandled(report: unknown): TestOutcome[] {
  return (Array.isArray(report) ? texts(report) : []).map(outsideOfTests);
}

function texts(values: unknown[]): string[] {
  return values.filter((value) => typeof value === 'string');
}
