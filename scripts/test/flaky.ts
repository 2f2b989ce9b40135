/** What became of one test. */
export interface TestOutcome {
  /** Titles of the groups around it and its own. */
  titles: string[];
  file: string;
  /** `flaky`: it failed, then passed when it was run again. */
  status: string;
  /** What its runs failed with, without colours. */
  errors: string[];
}

/** The tests that passed only when they were run again, each with its errors; empty when there are none. */
export function formatFlaky(tests: TestOutcome[]): string {
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
