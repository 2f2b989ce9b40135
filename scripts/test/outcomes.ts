import { stripVTControlCharacters } from 'node:util';

/** The result of one test. */
export interface TestOutcome {
  /** Titles of the groups around the test, then its own. */
  titles: string[];
  file: string;
  /** `flaky`: it failed, then passed on a retry. */
  status: string;
  /** The errors of its runs. */
  errors: string[];
}

/** Longer errors, such as a page's whole text, would hide the sums. */
const MAX_LINES = 25;

/** A failure that belongs to no test. */
export function outsideOfTests(error: string): TestOutcome {
  return { titles: ['outside of tests'], file: '', status: 'failed', errors: [error] };
}

/** The tests that passed only on a retry, each with its errors; empty when there are none. */
export function formatFlaky(tests: TestOutcome[]): string {
  return format('flaky: failed, then passed on a retry', tests, ['flaky']);
}

/** The tests that failed, each with its errors; empty when there are none. */
export function formatFailed(tests: TestOutcome[]): string {
  // Vitest reports `failed`, Playwright `unexpected`.
  return format('failed', tests, ['failed', 'unexpected']);
}

function format(heading: string, tests: TestOutcome[], statuses: string[]): string {
  const listed = tests.filter(({ status }) => statuses.includes(status));
  if (listed.length === 0) return '';
  const entries = listed.map(({ titles, file, errors }) =>
    [`- ${[file, titles.join(' › ')].join(' ').trim()}`, ...errors.map(asEntry)].join('\n'),
  );
  return [heading, ...entries].join('\n');
}

/** Indents the error, removes colours and shortens it. */
function asEntry(error: string): string {
  const lines = stripVTControlCharacters(error).split('\n');
  const rest = lines.splice(MAX_LINES).length;
  if (rest > 0) lines.push(`... ${rest} more lines`);
  return lines.map((line) => line && `    ${line}`).join('\n');
}
