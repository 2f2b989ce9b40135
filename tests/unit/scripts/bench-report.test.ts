import { describe, expect, test } from 'vitest';
import { markdownTable, withTable } from '#scripts/bench/markdown.ts';
import {
  formatTable,
  inTurn,
  type Line,
  median,
  missedLimits,
  summarize,
  type VersionLines,
} from '#scripts/bench/report.ts';
import { FIGURES } from '#scripts/bench/rules.ts';

const same = (value: number) => ({ least: value, median: value, greatest: value });
const of = (lines: readonly Line[]): VersionLines[] => [{ version: '0.22', lines }];

describe('median', () => {
  test('is the middle value, or the mean of the middle two', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 2, 9])).toBe(3);
    expect(() => median([])).toThrow('No values');
  });
});

describe('summarize', () => {
  const all = (value: number) => Object.fromEntries(FIGURES.map(({ name }) => [name, value]));

  test('compares medians with the limits', () => {
    const lines = summarize(FIGURES, { atoll: [all(100), all(300), all(200)], reference: [all(1000)] });
    const line = (name: string) => lines.find((one) => one.name === name);
    expect(line('sign-in: time')).toMatchObject({
      atoll: { least: 100, median: 200, greatest: 300 },
      reference: same(1000),
      ratio: 0.2,
      isWithin: false,
    });
    expect(line('select all: time, fast / 4')).toMatchObject({ isWithin: false });
    expect(line('1,000 records: elements, fast / 1')).toMatchObject({ isWithin: true });
    expect(line('sign-in: requests')?.isWithin).toBeUndefined();
  });

  test('some limits are wider while one core is taken', () => {
    const rounds = { atoll: [all(200)], reference: [all(1000)] };
    const verdicts = (['idle', 'busy'] as const).map(
      (state) => summarize(FIGURES, rounds, state).find(({ name }) => name === 'sign-in: time')?.isWithin,
    );
    expect(verdicts).toEqual([false, true]);
  });

  test('names missed limits', () => {
    expect(missedLimits(summarize(FIGURES, { atoll: [all(0)], reference: [all(1)] }))).toEqual([]);
    const lines = summarize(FIGURES, { atoll: [{ ...all(0), 'sign-in: time': 0.3 }], reference: [all(1)] });
    expect(missedLimits(lines)).toEqual(['sign-in: time']);
    expect(missedLimits(summarize(FIGURES, { atoll: [all(0)], reference: [all(0)] }))).toEqual([]);
  });

  test('fails on a figure without a measurement', () => {
    expect(() => summarize(FIGURES, { atoll: [{}], reference: [all(1)] })).toThrow('No values');
  });
});

test('dashboards take turns in going first', () => {
  expect([1, 2, 3].map((round) => inTurn(round, ['reference', 'atoll'])[0])).toEqual([
    'reference',
    'atoll',
    'reference',
  ]);
});

test('formatTable shows units, ratios and verdicts', () => {
  const base = {
    name: 'heap',
    unit: 'MB' as const,
    atoll: same(12_340_000),
    reference: same(61_000_000),
    ratio: 0.2023,
  };
  const text = formatTable(of([{ ...base, limit: 'ratio 0.5', isWithin: true }]));
  expect(text).toMatch(/^heap\s+12\.3 MB\s+61\.0 MB\s+0\.202\s+ratio 0\.5 kept$/m);
  // A heap that shrank.
  const shrunk = formatTable(of([{ ...base, atoll: same(-3_600_000), reference: same(2000), ratio: -1800 }]));
  expect(shrunk).toMatch(/^heap\s+-3\.6 MB\s+0\.0 MB\s*$/m);
  const share = {
    name: 'slow frames',
    unit: '%' as const,
    atoll: same(0.0123),
    reference: same(1),
    ratio: 0.0123,
  };
  expect(formatTable(of([share]))).toMatch(/^slow frames\s+1\.2 %\s+100\.0 %\s+0\.012$/m);
});

test('formatTable has the versions side by side', () => {
  const base = { name: 'records: time', unit: 'ms' as const, atoll: same(250), ratio: 0.25 };
  const text = formatTable([
    { version: '0.22', lines: [{ ...base, reference: same(1000), limit: 'ratio 0.5', isWithin: true }] },
    { version: '0.40.6', lines: [{ ...base, reference: same(500), ratio: 0.5 }] },
  ]);
  const rows = text.split('\n').map((row) => row.split(/ {2,}/));
  expect(rows).toEqual([
    ['', 'Atoll, 0.22', 'reference', 'ratio', 'limit', 'Atoll, 0.40.6', 'reference', 'ratio', 'limit'],
    ['records: time', '250 ms', '1000 ms', '0.250', 'ratio 0.5 kept', '250 ms', '500 ms', '0.500'],
  ]);
});

test('markdownTable has a row per measured figure and a column per condition and version', () => {
  const base = { unit: 'ms' as const, reference: same(1000), ratio: 0 };
  const time: Line = {
    ...base,
    name: 'records: time',
    atoll: { least: 240, median: 250, greatest: 301.4 },
    ratio: 0.25,
  };
  const text = markdownTable([
    {
      version: '0.22',
      lines: [
        time,
        { ...base, name: 'records: time, fast / 1', atoll: same(90), ratio: 0.09 },
        {
          ...base,
          name: 'open record: long tasks, fast / 4',
          atoll: same(60),
          reference: same(0),
          ratio: Infinity,
        },
      ],
    },
    { version: '0.40.6', lines: [{ ...time, reference: same(500), ratio: 0.5 }] },
  ]);
  const rows = text.split('\n').map((row) => row.split('|').map((cell) => cell.trim()));
  const titles = ['slow line, CPU / 4', 'fast line, CPU / 4', 'fast line, CPU / 1'];
  const both = (title: string) => [`${title}: 0.22`, `${title}: 0.40.6`];
  const times = ['250 ms (240 to 301) / 1000 ms: 0.25', '250 ms (240 to 301) / 500 ms: 0.50'];
  expect(rows).toEqual([
    ['', '', ...titles.flatMap(both), ''],
    ['', ...Array.from({ length: 7 }, () => expect.stringMatching(/^-+$/)), ''],
    ['', 'records: time', ...times, '', '', '90 ms / 1000 ms: 0.09', '', ''],
    ['', 'open record: long tasks', '', '', '60 ms / 0 ms', '', '', '', ''],
  ]);
  expect(new Set(text.split('\n').map((row) => row.length)).size).toBe(1);
});

test('withTable replaces what stands between the markers, and nothing else', () => {
  const page = '# Speed\n<!-- bench: begin -->\n\nold\n\n<!-- bench: end -->\nmore\n';
  const changed = withTable(page, '| new $& |');
  expect(changed).toBe('# Speed\n<!-- bench: begin -->\n\n| new $& |\n\n<!-- bench: end -->\nmore\n');
  expect(withTable(changed, 'old')).toBe(page);
  expect(() => withTable('# Speed', 'x')).toThrow('needs "<!-- bench: begin -->"');
  expect(() => withTable('<!-- bench: end --><!-- bench: begin -->', 'x')).toThrow('needs');
});
