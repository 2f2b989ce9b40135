import { describe, expect, test } from 'vitest';
import { add, formatTally, oneCheck, tallyPlaywright, tallyVitest } from '#scripts/test/tally.ts';

describe('formatTally', () => {
  test('names flaky and skipped tests only when there are any', () => {
    expect(formatTally({ passed: 3, failed: 0, flaky: 0, skipped: 0 })).toBe('3 passed, 0 failed');
    expect(formatTally({ passed: 3, failed: 1, flaky: 0, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
    expect(formatTally({ passed: 3, failed: 0, flaky: 1, skipped: 0 })).toBe('3 passed, 0 failed, 1 flaky');
  });

  test('adds suites', () => {
    expect(add(oneCheck(true), oneCheck(false))).toEqual({ passed: 1, failed: 1, flaky: 0, skipped: 0 });
    const flaky = { passed: 0, failed: 0, flaky: 2, skipped: 0 };
    expect(add(flaky, flaky).flaky).toBe(4);
  });
});

describe('tallyVitest', () => {
  test('counts tests', () => {
    const report = {
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [],
    };
    expect(tallyVitest(report, 1)).toEqual({ passed: 5, failed: 1, flaky: 0, skipped: 3 });
  });

  test('counts a test that passed on a retry separately', () => {
    const assertionResults = [{ status: 'passed', failureMessages: ['too late'] }, { status: 'passed' }];
    const report = { numPassedTests: 2, testResults: [{ status: 'passed', assertionResults }] };
    expect(tallyVitest(report, 0)).toEqual({ passed: 1, failed: 0, flaky: 1, skipped: 0 });
  });

  test('counts a file that could not be collected', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{}] },
    ];
    expect(tallyVitest({ numPassedTests: 1, testResults }, 1)).toEqual({
      passed: 1,
      failed: 1,
      flaky: 0,
      skipped: 0,
    });
  });

  test('counts a file that failed outside of its tests, in addition to failed tests', () => {
    const assertionResults = [{ status: 'passed' }];
    const testResults = [{ status: 'failed', message: 'late', assertionResults }];
    const report = { numPassedTests: 1, numFailedTests: 1, testResults };
    expect(tallyVitest(report, 1)).toEqual({ passed: 1, failed: 2, flaky: 0, skipped: 0 });
  });

  test('fails a run with a bad exit status, without a report or without tests', () => {
    expect(tallyVitest({ numPassedTests: 5 }, 1).failed).toBe(1);
    expect(tallyVitest(undefined, 1).failed).toBe(1);
    expect(tallyVitest(undefined, 0).failed).toBe(1);
  });
});

describe('tallyPlaywright', () => {
  test('counts tests, errors outside of tests as failures, and flaky tests separately', () => {
    const report = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{}] };
    expect(tallyPlaywright(report, 1)).toEqual({ passed: 4, failed: 2, flaky: 1, skipped: 2 });
  });

  test('fails a run with a bad exit status', () => {
    expect(tallyPlaywright({ stats: { expected: 4 }, errors: [] }, 1).failed).toBe(1);
    expect(tallyPlaywright({ stats: { expected: 4 }, errors: [] }, 0).failed).toBe(0);
  });

  test('passes a run whose only test was flaky', () => {
    expect(tallyPlaywright({ stats: { flaky: 1 }, errors: [] }, 0).failed).toBe(0);
  });
});
