import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { formatFailed, formatFlaky } from '#scripts/test/outcomes.ts';
import { formatLeftOut, readBrowserTests, readErrorsOutside } from '#scripts/test/playwright-report.ts';
import { readUnhandled, readVitestTests } from '#scripts/test/vitest-report.ts';

const FAILED = {
  status: 'failed',
  errors: [{ message: 'Error: \u001b[31mtoo late\u001b[39m\n  at a.spec.ts' }],
};
const PASSED = { status: 'passed', errors: [] };

const spec = (title: string, status: string, results: unknown[]) => ({
  title,
  file: 'e2e/a.spec.ts',
  tests: [{ status, expectedStatus: 'passed', results }],
});

const REPORT = {
  suites: [
    {
      title: 'e2e/a.spec.ts',
      specs: [spec('fine', 'expected', [PASSED])],
      suites: [
        {
          title: 'a group',
          specs: [
            spec('shaky', 'flaky', [FAILED, PASSED]),
            spec('slow', 'flaky', [{ status: 'timedOut', errors: [] }, PASSED]),
            spec('broken', 'unexpected', [FAILED, FAILED]),
          ],
        },
      ],
    },
  ],
};

describe('readBrowserTests', () => {
  test('reads tests of files and groups with their errors', () => {
    const tests = readBrowserTests(REPORT);
    expect(tests.map(({ titles, status }) => [titles, status])).toEqual([
      [['fine'], 'expected'],
      [['a group', 'shaky'], 'flaky'],
      [['a group', 'slow'], 'flaky'],
      [['a group', 'broken'], 'unexpected'],
    ]);
    expect(tests[3]?.errors).toHaveLength(2);
  });

  test('what was left out is counted by its reason', () => {
    const because = (...reasons: string[]) => ({
      ...spec('partly', 'expected', [PASSED]),
      tests: [{ annotations: reasons.map((description) => ({ type: 'left out', description })) }],
    });
    const specs = [because('b', 'a'), because('b'), spec('fine', 'expected', [PASSED])];
    expect(formatLeftOut(readBrowserTests({ suites: [{ specs }] }))).toBe(
      'left out, with the number of tests and steps\n- a: 1\n- b: 2',
    );
    expect(formatLeftOut([])).toBe('');
  });

  test('reads no tests from a missing report', () => {
    expect(readBrowserTests(undefined)).toEqual([]);
  });
});

describe('formatFlaky', () => {
  test('lists only flaky tests, each with its error', () => {
    expect(formatFlaky(readBrowserTests(REPORT))).toBe(
      [
        'flaky: failed, then passed on a retry',
        '- e2e/a.spec.ts a group › shaky',
        '    Error: too late',
        '      at a.spec.ts',
        '- e2e/a.spec.ts a group › slow',
        '    The test timed out.',
      ].join('\n'),
    );
  });

  test('is empty when no test was flaky', () => {
    expect(formatFlaky(readBrowserTests({ suites: [] }))).toBe('');
  });
});

describe('formatFailed', () => {
  test('lists only failed tests, each with its errors', () => {
    expect(formatFailed(readBrowserTests(REPORT))).toBe(
      [
        'failed',
        '- e2e/a.spec.ts a group › broken',
        '    Error: too late',
        '      at a.spec.ts',
        '    Error: too late',
        '      at a.spec.ts',
      ].join('\n'),
    );
  });

  test('shortens a long error, so that the end of a log shows more', () => {
    const error = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');
    const lines = formatFailed([{ titles: ['a'], file: 'b', status: 'failed', errors: [error] }]).split('\n');
    expect(lines.slice(-2)).toEqual(['    line 24', '    ... 15 more lines']);
  });

  test('is empty when no test failed', () => {
    expect(formatFailed([])).toBe('');
  });

  test('names failures outside of tests', () => {
    expect(formatFailed(readErrorsOutside({ errors: [{ message: 'no backend' }] }))).toBe(
      ['failed', '- outside of tests', '    no backend'].join('\n'),
    );
    expect(readErrorsOutside(undefined)).toEqual([]);
  });
});

describe('retries', () => {
  afterEach(() => vi.unstubAllEnvs());

  test.each([
    ['1', 1],
    ['', 0],
  ])('with CI=%o, a failed browser test gets %i retries', async (value, retries) => {
    vi.stubEnv('CI', value);
    vi.resetModules();
    const { default: config } = await import('#root/playwright.config.ts');
    expect(config.retries).toBe(retries);
  });

  test('the CI run sets CI', () => {
    const bin = mkdtempSync(`${tmpdir()}/atoll-npm-`);
    writeFileSync(`${bin}/npm`, '#!/bin/sh\necho "npm $* CI=$CI"\n', { mode: 0o700 });
    const env: NodeJS.ProcessEnv = { ...process.env, PATH: `${bin}:${process.env['PATH']}` };
    delete env['CI'];
    const { stdout } = spawnSync('.ci/run', { env, encoding: 'utf8' });
    rmSync(bin, { recursive: true });
    expect(stdout).toBe('npm test CI=1\n');
  });
});

describe('readVitestTests', () => {
  const result = (title: string, status: string, failureMessages: string[]) => ({
    ancestorTitles: ['a group'],
    title,
    status,
    failureMessages,
  });
  const report = {
    testResults: [
      {
        name: `${process.cwd()}/tests/server/a.test.ts`,
        assertionResults: [
          result('fine', 'passed', []),
          result('shaky', 'passed', ['too late']),
          result('broken', 'failed', ['wrong']),
        ],
      },
    ],
  };

  test('reports a test that passed on a retry as flaky', () => {
    expect(readVitestTests(report).map(({ status }) => status)).toEqual(['passed', 'flaky', 'failed']);
    expect(formatFlaky(readVitestTests(report))).toBe(
      [
        'flaky: failed, then passed on a retry',
        '- tests/server/a.test.ts a group › shaky',
        '    too late',
      ].join('\n'),
    );
  });

  test('counts a file that failed outside of its tests', () => {
    const file = {
      name: `${process.cwd()}/tests/b.test.ts`,
      status: 'failed',
      message: 'no such module',
      assertionResults: [],
    };
    expect(formatFailed(readVitestTests({ testResults: [file] }))).toBe(
      ['failed', '- tests/b.test.ts', '    no such module'].join('\n'),
    );
  });

  test('reads no tests from a missing report', () => {
    expect(readVitestTests(undefined)).toEqual([]);
    expect(readUnhandled(undefined)).toEqual([]);
  });
});
