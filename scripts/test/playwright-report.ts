import { listOf, property, textOf } from '#scripts/lib/json.ts';
import { outsideOfTests, type TestOutcome } from './outcomes.ts';

/** What became of one browser test. `expected` and `flaky` are good ends; its file is relative to Playwright's test folder. */
export interface BrowserTest extends TestOutcome {
  /** Whether a good end means that it passed; a test may also be expected to fail. */
  shouldPass: boolean;
}

/** The tests in Playwright's JSON report, in its order. Lines are left out: under Deno they are not always the source's. */
export function readBrowserTests(report: unknown): BrowserTest[] {
  // The outermost groups are the files.
  return listOf(report, 'suites').flatMap((file) => testsOf(file, []));
}

/** What failed outside of tests, such as the start of the backend. */
export function readErrorsOutside(report: unknown): TestOutcome[] {
  return messagesOf(report).map(outsideOfTests);
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
  const messages = messagesOf(result);
  const timedOut = property(result, 'status') === 'timedOut' && messages.length === 0;
  return timedOut ? ['It took too long.'] : messages;
}

function messagesOf(holder: unknown): string[] {
  return listOf(holder, 'errors').map((error) => textOf(error, 'message'));
}
