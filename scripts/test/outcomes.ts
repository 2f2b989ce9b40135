import { stripVTControlCharacters } from 'node:util';

/** What became of one test. */
export interface TestOutcome {
  /** Titles of the groups around it and its own. */
  titles: string[];
  file: string;
  /** `flaky`: it failed, then passed when it was run again. */
  status: string;
  /** What its runs failed with. */
  errors: string[];
}

/** A stack or a page's whole text would push the sums out of sight. */
const MAX_LINES = 25;

/** A failure that belongs to no test. */
export function outsideOfTests(error: string): TestOutcome {
  return { titles: ['outside of tests'], file: '', status: 'failed', errors: [error] };
}

/** The tests that passed only when they were run again, each with its errors; empty when there are none. */
export function formatFlaky(tests: TestOutcome[]): string {
  return format('flaky: failed, then passed when run again', tests, ['flaky']);
}

/** The tests that failed, each with its errors; empty when there are none. */
export function formatFailed(tests: TestOutcome[]): string {
  // Vitest's word and Playwright's.
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

/** Indented, without colours, and cut where it is long. */
function asEntry(error: string): string {
  const lines = stripVTControlCharacters(error).split('\n');
  const rest = lines.splice(MAX_LINES).length;
  if (rest > 0) lines.push(`... ${rest} more lines`);
  return lines.map((line) => line && `    ${line}`).join('\n');
}
