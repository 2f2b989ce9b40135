import { stripVTControlCharacters } from 'node:util';
import { listOf, property, textOf } from '../lib/json.ts';

/** What became of one browser test. */
export interface BrowserTest {
  /** Titles of the groups around it and its own. */
  titles: string[];
  /** Relative to Playwright's test folder. Its line is left out: under Deno it is not always the source's. */
  file: string;
  /** `expected` and `flaky` (passed when run again) are good ends. */
  status: string;
  /** Whether a good end means that it passed; a test may also be expected to fail. */
  shouldPass: boolean;
  /** What its runs failed with, without colours. */
  errors: string[];
}

/** The tests in Playwright's JSON report, in its order. */
export function readBrowserTests(report: unknown): BrowserTest[] {
  // The outermost groups are the files.
  return listOf(report, 'suites').flatMap((file) => testsOf(file, []));
}

function testsOf(suite: unknown, groups: string[]): BrowserTest[] {
  const own = listOf(suite, 'specs').flatMap((spec) =>
    listOf(spec, 'tests').map((test) => ({
      titles: [...groups, textOf(spec, 'title')],
      file: textOf(spec, 'file'),
      status: textOf(test, 'status'),
      shouldPass: textOf(test, 'expectedStatus') === 'passed',
      errors: listOf(test, 'results').flatMap(errorsOf),
    })),
  );
  const inner = listOf(suite, 'suites').flatMap((group) =>
    testsOf(group, [...groups, textOf(group, 'title')]),
  );
  return [...own, ...inner];
}

function errorsOf(result: unknown): string[] {
  const messages = listOf(result, 'errors').map((error) => textOf(error, 'message'));
  const timedOut = property(result, 'status') === 'timedOut' && messages.length === 0;
  return (timedOut ? ['It took too long.'] : messages).map(stripVTControlCharacters);
}

/** The tests that passed only when they were run again, each with its errors; empty when there are none. */
export function formatFlaky(tests: BrowserTest[]): string {
  const flaky = tests.filter(({ status }) => status === 'flaky');
  if (flaky.length === 0) return '';
  const entries = flaky.map(({ titles, file, errors }) =>
    [`- ${file} ${titles.join(' › ')}`, ...errors.map(indent)].join('\n'),
  );
  return ['flaky: failed, then passed when run again', ...entries].join('\n');
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '    ');
}
