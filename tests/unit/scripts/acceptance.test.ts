import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compare, formatReport, idsIn, parseAcceptance } from '#scripts/acceptance/acceptance.ts';
import { describeRun, readProofs } from '#scripts/acceptance/proofs.ts';
import { inspectTests } from '#scripts/acceptance/sources.ts';

const MARKDOWN = `# What must work

## Shell (SH)

- [SH-01] A sidebar (observed)
- [SH-02] Links

## Realtime (RTm)

- [RTm-01] Connects

## Conflicts (OP)

- [OP-01] Decided
`;

const ids = (source: string): string[] => inspectTests(source, 'a.spec.ts').ids.map(({ id }) => id);
const proofs = (...proven: string[]) => proven.map((id) => ({ id, where: 'x.ts:1' }));

describe('parseAcceptance', () => {
  test('reads areas and their items', () => {
    const areas = parseAcceptance(MARKDOWN);
    expect(areas.map(({ key, items }) => [key, items.length])).toEqual([
      ['SH', 2],
      ['RTm', 1],
      ['OP', 1],
    ]);
    expect(areas[0]?.items[0]).toEqual({ id: 'SH-01', text: 'A sidebar (observed)' });
  });

  test('refuses a duplicate id and an id of another area', () => {
    expect(() => parseAcceptance(`${MARKDOWN}- [OP-01] Again`)).toThrow('OP-01 is listed twice');
    expect(() => parseAcceptance(`${MARKDOWN}- [SH-09] Lost`)).toThrow('SH-09 is outside its area');
  });

  test('reads the real file: 640 items and 19 decisions', () => {
    const areas = parseAcceptance(readFileSync('docs/acceptance.md', 'utf8'));
    expect(compare(areas, []).total).toBe(640);
    expect(areas.find(({ key }) => key === 'OP')?.items).toHaveLength(19);
  });
});

test('an item that was proved only when its test was repeated is missing, and named', () => {
  const areas = parseAcceptance(MARKDOWN);
  const retried = { id: 'SH-02', where: 'b.ts', isRetried: true };
  const report = compare(areas, [...proofs('SH-01'), retried]);
  expect(report.covered).toBe(1);
  expect(formatReport(report)).toContain('missing: SH-02');
  expect(formatReport(report)).toContain('Proved only when repeated: SH-02 in b.ts');
  expect(compare(areas, [...proofs('SH-02'), retried]).retried).toEqual([]);
});

test('an item that only tests prove that were left out counts, and is named', () => {
  const areas = parseAcceptance(MARKDOWN);
  const recorded = ['SH-01', 'SH-02'].map((id) => ({ id, where: 'tests/groups.json', isRecorded: true }));
  const report = compare(areas, readProofs({ recorded: [...recorded, ...proofs('SH-01')] }));
  expect([report.covered, report.recorded]).toEqual([2, ['SH-02']]);
  expect(formatReport(report)).toContain('tests/groups.json records: SH-02');
});

describe('idsIn', () => {
  test('finds several ids in one title, in one bracket or many', () => {
    expect(idsIn('[SH-01, SH-02] [RL-18] a RL-19')).toEqual(['SH-01', 'SH-02', 'RL-18']);
  });
});

describe('inspectTests', () => {
  test('finds ids in titles with any quotes', () => {
    expect(ids(`test('[SH-01] a', () => {});\nit("[SH-02] b");\ntest(\`[RTm-01] \${x} c\`)`)).toEqual([
      'SH-01',
      'SH-02',
      'RTm-01',
    ]);
  });

  test('finds ids in groups, test.each and titles on a separate line', () => {
    expect(
      ids(
        `test.describe(\n  '[SH-01] a', () => {})\ntest.each([[1, (a)]])('[SH-02] %s')\nplain('[SH-03]')\nstep('[SH-04]')`,
      ),
    ).toEqual(['SH-01', 'SH-02', 'SH-03', 'SH-04']);
  });

  test('ignores comments, other strings and tests inside a string', () => {
    const source = `// test('[SH-01]')\nconst a = "test('[SH-02]')"; expect('[SH-03]'); /* it('[SH-04]') */`;
    expect(ids(source)).toEqual([]);
  });

  test('names the line', () => {
    expect(inspectTests(`\n\ntest('[SH-01] a')`, 'x.ts').ids).toEqual([{ id: 'SH-01', where: 'x.ts:3' }]);
  });

  test('finds tests with an empty body', () => {
    const source = `test('a', () => {});\ntest('b', async function () { /* later */ });\ntest('c', () => { run(); });`;
    expect(inspectTests(source, 'x.ts').empty).toEqual(['x.ts:1', 'x.ts:2']);
  });
});

const assertion = (title: string, status: string, group = 'group') => ({
  ancestorTitles: [group],
  title,
  status,
});

const browserTest = (title: string, status: string, expectedStatus = 'passed', steps: unknown[] = []) => ({
  title,
  file: 'e2e/a.spec.ts',
  tests: [{ status, expectedStatus, results: [{ steps: [{ title: '[SH-09] failed' }] }, { steps }] }],
});

describe('readProofs', () => {
  test('counts unit tests that ran and passed, by their own titles and those of their groups', () => {
    const assertionResults = [
      assertion('[SH-01] a', 'passed'),
      assertion('[SH-02] b', 'failed'),
      assertion('[SH-03] c', 'skipped'),
      assertion('d', 'passed', '[RTm-01] group'),
    ];
    const vitest = { testResults: [{ name: `${process.cwd()}/tests/unit/a.test.ts`, assertionResults }] };
    expect(readProofs({ vitest })).toEqual([
      { id: 'SH-01', where: 'tests/unit/a.test.ts' },
      { id: 'RTm-01', where: 'tests/unit/a.test.ts' },
    ]);
  });

  test('counts browser tests that passed and the steps of their last run, and tells those that were repeated', () => {
    const specs = [
      browserTest('[SH-01] a', 'expected', 'passed', [
        { title: '[SH-06] b', steps: [{ title: '[SH-07] c' }] },
      ]),
      browserTest('[SH-02] b', 'flaky'),
      browserTest('[SH-03] c', 'unexpected'),
      browserTest('[SH-04] d', 'skipped'),
      browserTest('[SH-05] is expected to fail, and does', 'expected', 'failed'),
    ];
    const playwright = { suites: [{ title: 'e2e/a.spec.ts', specs, suites: [] }] };
    expect(readProofs({ playwright })).toEqual([
      { id: 'SH-01', where: 'tests/e2e/a.spec.ts' },
      { id: 'SH-06', where: 'tests/e2e/a.spec.ts' },
      { id: 'SH-07', where: 'tests/e2e/a.spec.ts' },
      { id: 'SH-02', where: 'tests/e2e/a.spec.ts', isRetried: true },
    ]);
  });

  test('counts nothing without reports', () => {
    expect(readProofs({})).toEqual([]);
  });
});

describe('describeRun', () => {
  const started = '2026-05-04T10:20:30.000Z';

  test('names the commit and the time, and a different commit of the checkout', () => {
    const reports = { vitest: {}, playwright: {}, commit: 'abc1234', started };
    expect(describeRun(reports, 'abc1234')).toEqual([
      'From npm test of 2026-05-04 10:20 UTC on commit abc1234.',
    ]);
    expect(describeRun(reports, 'def5678+')).toEqual([
      'From npm test of 2026-05-04 10:20 UTC on commit abc1234; the checkout is at def5678+.',
    ]);
  });

  test('names missing reports', () => {
    const [, ...missing] = describeRun({ vitest: undefined, playwright: undefined, commit: '', started }, '');
    expect(missing).toEqual([
      'The report of the unit and store tests is missing.',
      'The report of the end-to-end tests is missing.',
    ]);
  });
});

describe('compare', () => {
  const areas = parseAcceptance(MARKDOWN);

  test('counts proven items once and excludes decisions from the total', () => {
    const report = compare(areas, proofs('SH-01', 'SH-01', 'OP-01'));
    expect([report.covered, report.total]).toEqual([1, 3]);
    expect(report.unknown).toEqual([]);
    expect(formatReport(report)).toContain('SH      1/2  Shell\n             missing: SH-02');
    expect(formatReport(report)).toContain('Total 1/3');
  });

  test('names unknown ids', () => {
    expect(formatReport(compare(areas, proofs('ZZ-01')))).toContain('Unknown id ZZ-01 in x.ts:1');
  });

  test('lists only the requested areas', () => {
    expect(formatReport(compare(areas, []), ['SH'])).not.toContain('Realtime');
  });

  test('refuses an unknown area', () => {
    const report = compare(areas, []);
    expect(() => formatReport(report, ['SH', 'ZZ'])).toThrow('Unknown area ZZ. Areas: SH RTm');
  });
});
