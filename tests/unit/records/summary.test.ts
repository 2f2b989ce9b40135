import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Column } from '#domain/collections/columns.ts';
import {
  bucketFilter,
  bucketText,
  computedText,
  dateChart,
  dateFilter,
  dateSteps,
  dateStepText,
  figuresOf,
  figureText,
  groupFilter,
  groupsOf,
  histogram,
  timesOf,
  UTC_CLOCK,
} from '#domain/records/summary.ts';
import { casesOf } from '#tests/support/cases.ts';

const column = { id: 'f', name: 'f', type: 'number' } as const satisfies Column;

test.each<[string, number[]]>([
  ['none', []],
  ['one', [7]],
  ['the same', [0.3, 0.3, 0.3]],
  ['whole', [1, 2, 3, 50, 99]],
  ['negative', [-5, -4.5, 0, 3]],
  ['tenths', [0.1, 0.2, 0.3, 0.7, 1]],
  ['tiny', [1e-12, 3e-12]],
  ['great', [1e15, 1e15 + 1, 1e15 + 7]],
  ['neighbours', [1e15 + 0.125, 1e15 + 0.25]],
  ['extremes', [-Number.MAX_VALUE, 0, Number.MAX_VALUE]],
])('[BY-43] a histogram of %s has every number in the bucket that its bounds name', (_, values) => {
  const buckets = histogram(values);
  expect(buckets.length).toBeLessThanOrEqual(25);
  expect(buckets.reduce((sum, { total }) => sum + total, 0)).toBe(values.length);
  for (const { from, to, total } of buckets.length > 1 ? buckets : [])
    expect(values.filter((value) => from <= value && value < to)).toHaveLength(total);
  for (const [at, { to }] of buckets.entries()) if (buckets[at + 1]) expect(buckets[at + 1]?.from).toBe(to);
});

const numbers = fc.oneof(
  fc.array(
    fc.double({ noNaN: true, min: -1e9, max: 1e9 }).map((value) => (Math.abs(value) < 1e-200 ? 0 : value)),
    { minLength: 1, maxLength: 40 },
  ),
  fc.array(fc.integer({ min: -5000, max: 5000 }), { minLength: 1, maxLength: 40 }),
  fc.array(
    fc.integer({ min: -40, max: 40 }).map((value) => value / 10),
    { minLength: 1 },
  ),
);

test('[BY-43] generated numbers are counted and summed up as by hand', () => {
  fc.assert(
    fc.property(numbers, (values) => {
      for (const { from, to, total } of histogram(values)) {
        const isIn = (value: number) => (from === to ? value === from : from <= value && value < to);
        expect(values.filter(isIn)).toHaveLength(total);
      }
      const figures = figuresOf(values);
      expect(figures?.min).toBe(Math.min(...values) + 0);
      expect(figures?.max).toBe(Math.max(...values) + 0);
      expect(figures?.sum).toBeCloseTo(
        values.reduce((sum, value) => sum + value, 0),
        3,
      );
    }),
    { numRuns: casesOf(2000) },
  );
});

test('[BY-43] the sum keeps what plain additions lose', () => {
  expect(figuresOf([1e16, 1, -1e16])).toEqual({ count: 3, min: -1e16, max: 1e16, sum: 1, mean: 1 / 3 });
  expect(figuresOf(Array.from({ length: 10 }, () => 0.1))?.sum).toBe(1);
  expect(figuresOf([Number.MAX_VALUE, Number.MAX_VALUE])?.sum).toBe(Number.POSITIVE_INFINITY);
  expect(figuresOf([])).toBeUndefined();
});

test.each([
  [{ from: 3, to: 4 }, true, '3', 'f >= 3 && f < 4'],
  [{ from: 10, to: 20 }, true, '10 – 19', 'f >= 10 && f < 20'],
  [{ from: -1000, to: 1000 }, true, '-1,000 – 999', 'f >= -1000 && f < 1000'],
  [{ from: 0.5, to: 1 }, false, '0.5 to below 1', 'f >= 0.5 && f < 1'],
  [{ from: 0.3, to: 0.3 }, false, '0.3', 'f = 0.3'],
  // No filter has exponents.
  [{ from: 1e21, to: 2e21 }, false, '1e+21 to below 2e+21', undefined],
])('[BY-43] a bucket %j has the text %s %s and the filter %s', (bucket, areWhole, text, filter) => {
  expect(bucketText(bucket, areWhole)).toBe(text);
  expect(bucketFilter(column, bucket)).toBe(filter);
});

test('[BY-43] figures have no digits that nobody meant', () => {
  expect(figureText(0.1 + 0.2)).toBe('0.3');
  expect(figureText(100 / 3, 8)).toBe('33.333333');
  expect(figureText(1234567)).toBe('1,234,567');
  expect(figureText(123456789.5, 8)).toBe('123456790');
  expect(computedText(156e15 / 41, 8)).toBe('3,804,878,048,780,488');
  expect(computedText(2 ** 60)).toBe('about 1152921504606847000');
});

const due = { id: 'd', name: 'due', type: 'date' } as const satisfies Column;

test('[BY-43] dates are counted by day, week, month and year, without gaps and without what is no date', () => {
  const times = timesOf([
    '2026-11-30 23:59:59.999Z',
    '',
    null,
    'x',
    '2026-11-01 00:00:00.000Z',
    '2026-12-01 00:00:00.000Z',
  ]);
  expect(times).toHaveLength(3);
  const [possible, usual] = dateSteps(times, UTC_CLOCK);
  expect(possible.map(dateStepText)).toEqual(['day', 'week', 'month', 'year', '10 years', '100 years']);
  expect(usual && dateStepText(usual)).toBe('day');
  const totals = (name: string) => {
    const step = possible.find((one) => dateStepText(one) === name);
    return step && dateChart(times, step, UTC_CLOCK).buckets.map(({ total }) => total);
  };
  expect(totals('day')).toHaveLength(31);
  expect(totals('month')).toEqual([2, 1]);
  expect(totals('year')).toEqual([3]);
  expect(dateSteps([], UTC_CLOCK)).toEqual([[]]);
  const far = timesOf(['0001-01-01 00:00:00.000Z', '9999-12-31 23:59:59.999Z']);
  const [, wide] = dateSteps(far, UTC_CLOCK);
  const chart = wide && dateChart(far, wide, UTC_CLOCK);
  expect(chart?.buckets.reduce((sum, { total }) => sum + total, 0)).toBe(2);
});

test('[BY-43] generated dates are in the bucket that its filter finds', () => {
  const base = Date.UTC(2026, 0, 1);
  const date = (range: number) => fc.integer({ min: base - range, max: base + range });
  const dates = fc
    .constantFrom(1e8, 1e9, 1e10, 1e12)
    .chain((range) => fc.array(date(range), { minLength: 1 }));
  fc.assert(
    fc.property(dates, (given) => {
      const texts = given.map((time) => new Date(time).toISOString().replace('T', ' '));
      const times = timesOf(texts);
      for (const step of dateSteps(times, UTC_CLOCK)[0])
        for (const { start, end, total } of dateChart(times, step, UTC_CLOCK).buckets) {
          const [, from = '', to = ''] =
            /^due >= "(.+)" && due < "(.+)"$/.exec(dateFilter(due, start, end) ?? '') ?? [];
          // As the backend does it: as text.
          expect(texts.filter((text) => from <= text && text < to)).toHaveLength(total);
        }
    }),
    { numRuns: casesOf(500) },
  );
});

test('[BY-42] groups count each value once for a record, with what it lacks', () => {
  const people = { id: 'p', name: 'people', type: 'relation' } as const satisfies Column;
  expect(
    groupsOf(people, ['a', '', ['b', 'a', 'a'], [], null]).map(({ value, total }) => [value, total]),
  ).toEqual([
    ['', 3],
    ['a', 2],
    ['b', 1],
  ]);
  expect(groupFilter({ id: 'b', name: 'done', type: 'bool' }, 'false')).toBe('done = false');
  expect(groupFilter(people, 'x"y')).toBe('people = "x\\"y"');
});
