import { listOf, numberOf, property } from '#scripts/lib/json.ts';
import { readVitestTests } from './vitest-report.ts';

/** The counts of one suite of `npm test`. */
export interface Tally {
  passed: number;
  failed: number;
  /** Failed, then passed on a retry: not included in `passed`, and not a failure. */
  flaky: number;
  skipped: number;
}

/** The tally of a check without parts, such as lint. */
export function oneCheck(ok: boolean): Tally {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, flaky: 0, skipped: 0 };
}

export function add(a: Tally, b: Tally): Tally {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    flaky: a.flaky + b.flaky,
    skipped: a.skipped + b.skipped,
  };
}

/** The last line of the run: `12 passed, 1 failed`, with `, 1 flaky` and `, 2 skipped` only when there are any. */
export function formatTally({ passed, failed, flaky, skipped }: Tally): string {
  const rest = [flaky > 0 ? `, ${flaky} flaky` : '', skipped > 0 ? `, ${skipped} skipped` : ''];
  return `${passed} passed, ${failed} failed${rest.join('')}`;
}

/**
 * Reads Vitest's JSON report. A file that failed outside of its tests counts as one more failure.
 * @param status exit status of Vitest; a failed run without a failed test (an unhandled error) counts as one failure.
 */
export function tallyVitest(report: unknown, status: number): Tally {
  const tests = readVitestTests(report);
  const flaky = tests.filter((test) => test.status === 'flaky').length;
  const files = tests.filter((test) => test.titles.length === 0).length;
  const numbers = {
    passed: numberOf(report, 'numPassedTests') - flaky,
    failed: numberOf(report, 'numFailedTests') + files,
    flaky,
    skipped: numberOf(report, 'numPendingTests') + numberOf(report, 'numTodoTests'),
  };
  return atLeastOneFailure(numbers, status);
}

/**
 * Reads Playwright's JSON report. An error outside of tests counts as one failure.
 * @param status exit status of Playwright.
 */
export function tallyPlaywright(report: unknown, status: number): Tally {
  const stats = property(report, 'stats');
  const tally = {
    passed: numberOf(stats, 'expected'),
    failed: numberOf(stats, 'unexpected') + listOf(report, 'errors').length,
    flaky: numberOf(stats, 'flaky'),
    skipped: numberOf(stats, 'skipped'),
  };
  return atLeastOneFailure(tally, status);
}

function atLeastOneFailure(tally: Tally, status: number): Tally {
  const ranNothing = tally.passed + tally.flaky + tally.failed === 0;
  return tally.failed === 0 && (status !== 0 || ranNothing) ? { ...tally, failed: 1 } : tally;
}
