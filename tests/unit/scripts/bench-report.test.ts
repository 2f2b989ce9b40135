import { describe, expect, test } from 'vitest';
import { formatTable, inTurn, median, missedLimits, summarize } from '#scripts/bench/report.ts';
import { FIGURES } from '#scripts/bench/rules.ts';

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
    expect(line('sign-in: time')).toMatchObject({ atoll: 200, reference: 1000, ratio: 0.2, isWithin: false });
    expect(line('select all: time, fast / 4')).toMatchObject({ isWithin: false });
    expect(line('1,000 records: elements, fast / 1')).toMatchObject({ isWithin: true });
    expect(line('sign-in: requests')?.isWithin).toBeUndefined();
  });

  test('names missed limits', () => {
    expect(missedLimits(summarize(FIGURES, { atoll: [all(0)], reference: [all(1)] }))).toEqual([]);
    const lines = summarize(FIGURES, { atoll: [{ ...all(0), 'sign-in: time': 0.3 }], reference: [all(1)] });
    expect(missedLimits(lines)).toEqual(['sign-in: time']);
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
  const base = { name: 'heap', unit: 'MB' as const, atoll: 12_340_000, reference: 61_000_000, ratio: 0.2023 };
  const text = formatTable([{ ...base, limit: 'ratio 0.5', isWithin: true }]);
  expect(text).toMatch(/^heap\s+12\.3 MB\s+61\.0 MB\s+0\.202\s+ratio 0\.5 kept$/m);
  const share = { name: 'slow frames', unit: '%' as const, atoll: 0.0123, reference: 1, ratio: 0.0123 };
  expect(formatTable([share])).toMatch(/^slow frames\s+1\.2 %\s+100\.0 %\s+0\.012$/m);
});
