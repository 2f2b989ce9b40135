import { listOf, property, textOf } from '#scripts/lib/json.ts';
import { outsideOfTests, type TestOutcome } from './outcomes.ts';

/**
 * The result of one browser test. The statuses `expected` and `flaky` mean success; the file is relative to
 * Playwright's test folder.
 */
export interface BrowserTest extends TestOutcome {
  /** Whether success means that the test passed; a test may also be expected to fail. */
  shouldPass: boolean;
  /** Titles of the steps of its last run, inner ones, too. */
  steps: string[];
  /** Why it, or one of its steps, was left out: once for each. */
  leftOut: string[];
}

/** The tests in Playwright's JSON report, in its order. Without lines: under Deno they may differ from the source. */
export function readBrowserTests(report: unknown): BrowserTest[] {
  // The outermost groups are the files.
  return listOf(report, 'suites').flatMap((file) => testsOf(file, []));
}

/** What was left out, with how often, in one line for each reason; empty when there is nothing. */
export function formatLeftOut(tests: readonly Pick<BrowserTest, 'leftOut'>[]): string {
  const reasons = tests.flatMap(({ leftOut }) => leftOut);
  const lines = [...new Set(reasons)]
    .sort()
    .map((reason) => `- ${reason}: ${reasons.filter((one) => one === reason).length}`);
  return lines.length > 0 ? ['left out, with the number of tests and steps', ...lines].join('\n') : '';
}

/** Failures outside of tests, such as the start of the backend. */
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
      steps: stepsOf(listOf(test, 'results').at(-1)),
      leftOut: listOf(test, 'annotations')
        .filter((one) => ['skip', 'left out'].includes(textOf(one, 'type')))
        .map((one) => textOf(one, 'description')),
    })),
  );
  const inner = listOf(suite, 'suites').flatMap((group) =>
    testsOf(group, [...groups, textOf(group, 'title')]),
  );
  return [...own, ...inner];
}

function stepsOf(holder: unknown): string[] {
  return listOf(holder, 'steps').flatMap((step) => [textOf(step, 'title'), ...stepsOf(step)]);
}

function errorsOf(result: unknown): string[] {
  const messages = messagesOf(result);
  const timedOut = property(result, 'status') === 'timedOut' && messages.length === 0;
  return timedOut ? ['The test timed out.'] : messages;
}

function messagesOf(holder: unknown): string[] {
  return listOf(holder, 'errors').map((error) => textOf(error, 'message'));
}
