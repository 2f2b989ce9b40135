/** What one suite of `npm test` came to. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** One check without parts, such as lint: it passes or fails as a whole. */
export function oneCheck(ok: boolean): Tally {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

export function add(a: Tally, b: Tally): Tally {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** The last line of the run: `12 passed, 1 failed`, with `, 2 skipped` only when there are any. */
export function formatTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * Reads Vitest's JSON report. A file that could not even be collected counts as one failure.
 * @param status exit status of Vitest; a run that failed without a failing test (an unhandled error, say) counts one.
 */
export function tallyVitest(report: unknown, status: number): Tally {
  const numbers = {
    passed: count(report, 'numPassedTests'),
    failed: count(report, 'numFailedTests'),
    skipped: count(report, 'numPendingTests') + count(report, 'numTodoTests'),
  };
  const files = property(report, 'testResults');
  const uncollected = Array.isArray(files) ? files.filter(isFailedWithoutTests).length : 0;
  return atLeastOneFailure({ ...numbers, failed: numbers.failed + uncollected }, status);
}

function isFailedWithoutTests(file: unknown): boolean {
  const tests = property(file, 'assertionResults');
  return property(file, 'status') === 'failed' && Array.isArray(tests) && tests.length === 0;
}

/**
 * Reads Playwright's JSON report. A flaky test counts as failed, an error outside of tests as one failure.
 * @param status exit status of Playwright.
 */
export function tallyPlaywright(report: unknown, status: number): Tally {
  const stats = property(report, 'stats');
  const errors = property(report, 'errors');
  const outside = Array.isArray(errors) ? errors.length : 0;
  const tally = {
    passed: count(stats, 'expected'),
    failed: count(stats, 'unexpected') + count(stats, 'flaky') + outside,
    skipped: count(stats, 'skipped'),
  };
  return atLeastOneFailure(tally, status);
}

function atLeastOneFailure(tally: Tally, status: number): Tally {
  const ranNothing = tally.passed + tally.failed === 0;
  return tally.failed === 0 && (status !== 0 || ranNothing) ? { ...tally, failed: 1 } : tally;
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function count(value: unknown, key: string): number {
  const found = property(value, key);
  return typeof found === 'number' ? found : 0;
}
