import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { zoneOf } from '#domain/app/zone.ts';
import { bucketAt, chartOf, spanOf, totalsIn } from '#domain/logs/chart.ts';
import { xTicks, yTicks } from '#domain/logs/chart-text.ts';
import { casesOf } from '#tests/support/cases.ts';

const HOUR = 3_600_000;
/** The last hour of the year 9999, since 1970. */
const LAST_HOUR = 70_389_527;

const ZONES = [
  'UTC',
  'Europe/Sofia',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Pacific/Apia',
  'America/Havana',
  'Asia/Beirut',
  'America/Juneau',
];

const date = (time: number): string => new Date(time).toISOString().replace('T', ' ');
const stat = (time: string | number, total = 1) => ({
  date: date(typeof time === 'number' ? time : Date.parse(`${time}Z`)),
  total,
});

/** One entry in each hour. */
const everyHour = (from: string, hours: number) =>
  Array.from({ length: hours }, (_, hour) => stat(Date.parse(`${from}Z`) + hour * HOUR));

const RUNS = { numRuns: casesOf(300) };
const zones = fc.constantFrom(...ZONES);
/** Hours with entries: within a day up to within all the years that a date can have. */
const someStats = fc
  .tuple(
    fc.integer({ min: -500_000, max: LAST_HOUR }),
    fc.constantFrom(24, 400, 3000, 9000, 100_000, 2_000_000),
  )
  .chain(([first, length]) =>
    fc.array(
      fc.record({
        hour: fc.integer({ min: first, max: Math.min(first + length, LAST_HOUR) }),
        total: fc.integer({ min: 1, max: 1e6 }),
      }),
      { minLength: 1, maxLength: 60 },
    ),
  )
  .map((hours) => hours.map(({ hour, total }) => stat(hour * HOUR, total)));

/** Of our time: before and long after, the platform itself has different clocks for both. */
const someRecentStats = someStats.map((stats) => {
  const recent = stats.filter(({ date }) => date > '1972' && date < '2037');
  return recent.length ? recent : [stat('2026-11-05T12:00')];
});

afterEach(() => vi.unstubAllEnvs());

describe('the buckets of the chart', () => {
  it('[LG-24] fills hours without entries with 0', () => {
    const { step, buckets, total } = chartOf([stat('2026-11-05T12:00', 3), stat('2026-11-05T15:00', 4)]);
    expect(step).toEqual({ unit: 'hour', count: 1 });
    expect(buckets.map((bucket) => [date(bucket.start), bucket.total])).toEqual([
      ['2026-11-05 12:00:00.000Z', 3],
      ['2026-11-05 13:00:00.000Z', 0],
      ['2026-11-05 14:00:00.000Z', 0],
      ['2026-11-05 15:00:00.000Z', 4],
    ]);
    expect(total).toBe(7);
  });

  it('has no bucket without entries, and one for a single hour', () => {
    expect(chartOf([])).toMatchObject({ buckets: [], total: 0 });
    const { buckets } = chartOf([stat('2026-11-05T12:00', 3)]);
    expect(buckets).toEqual([
      { start: Date.parse('2026-11-05T12:00Z'), end: Date.parse('2026-11-05T13:00Z'), total: 3 },
    ]);
  });

  it('accepts any order, repeated hours and times within an hour, and leaves out what is no date', () => {
    const { buckets } = chartOf([
      stat('2026-11-05T13:30', 2),
      { date: 'soon', total: 100 },
      { date: '', total: 100 },
      stat('2026-11-05T12:00', 1),
      stat('2026-11-05T13:00', 4),
      stat('2026-11-06T13:00', 0),
    ]);
    expect(buckets.map(({ total }) => total)).toEqual([1, 6]);
  });

  it.each([
    [370, 'hour', 1, 370],
    [371, 'hour', 2, 186],
    [24 * 40, 'hour', 3, 320],
    [24 * 90, 'hour', 6, 360],
    [24 * 180, 'hour', 12, 360],
    [8760, 'day', 1, 365],
    [8784, 'day', 1, 366],
    [24 * 700, 'day', 2, 351],
  ])('combines %i hours into steps of %s × %i', (hours, unit, count, points) => {
    vi.stubEnv('TZ', 'UTC');
    const chart = chartOf(everyHour('2026-01-01T00:00', hours));
    expect(chart.step).toEqual({ unit, count });
    expect(chart.buckets).toHaveLength(points);
    expect(chart.total).toBe(hours);
  });

  it('begins days at midnight of the browser, whose days have 23, 24 and 25 hours', () => {
    vi.stubEnv('TZ', 'Europe/Sofia');
    const { buckets } = chartOf(everyHour('2025-12-31T22:00', 8760));
    for (const { start } of buckets) expect(new Date(start).getHours()).toBe(0);
    expect(new Set(buckets.map(({ total }) => total))).toEqual(new Set([23, 24, 25]));
  });

  it('has both hours when the clock is set back', () => {
    vi.stubEnv('TZ', 'Europe/Sofia');
    const { buckets } = chartOf([stat('2026-10-24T23:00'), stat('2026-10-25T02:00')]);
    expect(buckets.map(({ start }) => new Date(start).getHours())).toEqual([2, 3, 3, 4]);
  });

  it('covers every entry once, without gaps, in whole hours, with few points, in every time zone', () => {
    fc.assert(
      fc.property(zones, someStats, (zone, stats) => {
        vi.stubEnv('TZ', zone);
        const { buckets, total } = chartOf(stats);
        const sum = stats.reduce((all, { total: one }) => all + one, 0);
        expect(total).toBe(sum);
        expect(buckets.reduce((all, bucket) => all + bucket.total, 0)).toBe(sum);
        expect(buckets.length).toBeLessThanOrEqual(370);
        for (const [index, { start, end }] of buckets.entries()) {
          expect(Math.abs(start % HOUR)).toBe(0);
          expect(Math.abs(end % HOUR)).toBe(0);
          expect(end).toBeGreaterThan(start);
          expect(start).toBe(buckets[index - 1]?.end ?? start);
        }
        expect(buckets[0]?.total).toBeGreaterThan(0);
        expect(buckets.at(-1)?.total).toBeGreaterThan(0);
      }),
      RUNS,
    );
  });

  it('puts every entry into the bucket of its hour', () => {
    fc.assert(
      fc.property(zones, someStats, (zone, stats) => {
        vi.stubEnv('TZ', zone);
        const chart = chartOf(stats);
        for (const [index, { total }] of chart.buckets.entries()) {
          const own = stats.filter(({ date: text }) => bucketAt(chart, Date.parse(text)) === index);
          expect(total).toBe(own.reduce((all, one) => all + one.total, 0));
        }
      }),
      RUNS,
    );
  });
});

it('counts some of the entries at the points of a chart, and those outside of it not', () => {
  const chart = chartOf(everyHour('2026-11-05T12:00', 3));
  const some = [stat('2026-11-05T15:00', 9), stat('2026-11-05T14:30', 3), stat('2026-11-05T13:00', 2)];
  expect(totalsIn(chart, some)).toEqual([0, 2, 3]);
  expect(totalsIn(chartOf([]), some)).toEqual([]);
});

it('begins each point where the one before ends', () => {
  const chart = chartOf(everyHour('2026-11-05T12:00', 3));
  const times = [-1, 0, HOUR - 1, HOUR, 3 * HOUR].map((time) => Date.parse('2026-11-05T12:00Z') + time);
  expect(times.map((time) => bucketAt(chart, time))).toEqual([-1, 0, 0, 1, -1]);
});

describe('the span of a drag', () => {
  const chart = chartOf(everyHour('2026-11-05T12:00', 10));

  it('covers whole buckets, the last one included, in both directions', () => {
    const span = { kind: 'between', from: '2026-11-05 14:00:00.000Z', to: '2026-11-05 17:00:00.000Z' };
    expect(spanOf(chart, 2, 4)).toEqual(span);
    expect(spanOf(chart, 4, 2)).toEqual(span);
    expect(spanOf(chart, 9, 9)).toEqual({
      ...span,
      from: '2026-11-05 21:00:00.000Z',
      to: '2026-11-05 22:00:00.000Z',
    });
  });

  it('is undefined outside of the chart', () => {
    expect(spanOf(chart, 0, 10)).toBeUndefined();
    expect(spanOf(chart, -1, 3)).toBeUndefined();
    expect(spanOf(chartOf([]), 0, 0)).toBeUndefined();
  });

  it('gives a chart of the same entries', () => {
    fc.assert(
      fc.property(zones, someStats, fc.nat(400), fc.nat(400), (zone, stats, a, b) => {
        vi.stubEnv('TZ', zone);
        const { buckets, ...rest } = chartOf(stats);
        const [one, other] = [a % buckets.length, b % buckets.length];
        const span = spanOf({ buckets, ...rest }, one, other);
        const inside = stats.filter(({ date: text }) => span && text >= span.from && text < span.to);
        const [first, last] = [Math.min(one, other), Math.max(one, other)];
        const sum = buckets.slice(first, last + 1).reduce((all, { total }) => all + total, 0);
        expect(chartOf(inside).total).toBe(sum);
      }),
      RUNS,
    );
  });
});

describe('the ticks', () => {
  const labels = (from: string, hours: number, max = 15) =>
    xTicks(chartOf(everyHour(from, hours)), max).map(({ label }) => label);

  it('[LG-24] are at round moments of the browser’s time', () => {
    vi.stubEnv('TZ', 'Europe/Sofia');
    expect(labels('2026-11-15T08:00', 60)).toEqual(
      '12 PM,6 PM,Nov 16,6 AM,12 PM,6 PM,Nov 17,6 AM,12 PM,6 PM'.split(','),
    );
    expect(labels('2026-11-15T08:00', 144)).toEqual(
      '12 PM,Nov 16,12 PM,Nov 17,12 PM,Nov 18,12 PM,Nov 19,12 PM,Nov 20,12 PM,Nov 21'.split(','),
    );
    expect(labels('2026-11-15T20:00', 4)).toEqual(['10 PM', '11 PM', 'Nov 16', '1 AM']);
    expect(labels('2026-11-15T08:00', 144, 5)).toEqual(['Nov 16', 'Nov 18', 'Nov 20']);
  });

  it('name months and years of long spans', () => {
    vi.stubEnv('TZ', 'UTC');
    expect(labels('2026-01-10T00:00', 8760, 15).slice(0, 3)).toEqual(['Feb 2026', 'Mar 2026', 'Apr 2026']);
    const years = xTicks(chartOf([stat('2001-05-01T00:00'), stat('2026-05-01T00:00')]), 6);
    expect(years.map(({ label }) => label)).toEqual(['2005', '2010', '2015', '2020', '2025']);
  });

  it('name the round hour in time zones half an hour off', () => {
    vi.stubEnv('TZ', 'Asia/Kolkata');
    const chart = chartOf(everyHour('2026-11-15T02:00', 30));
    const ticks = xTicks(chart, 4);
    expect(ticks.map(({ label }) => label)).toEqual(['12 PM', 'Nov 16', '12 PM']);
    // 11:30 AM to 12:30 PM.
    expect(date(chart.buckets[ticks[0]?.index ?? -1]?.start ?? 0)).toBe('2026-11-15 06:00:00.000Z');
  });

  it('of one hour is that hour, and of nothing nothing', () => {
    vi.stubEnv('TZ', 'UTC');
    expect(xTicks(chartOf([stat('2026-11-15T15:00')]), 15)).toEqual([{ index: 0, label: '3 PM' }]);
    expect(xTicks(chartOf([]), 15)).toEqual([]);
  });

  it('[LG-24] are at most 15, in order, each at a point of its own, in every time zone', () => {
    fc.assert(
      fc.property(zones, someStats, fc.integer({ min: 1, max: 40 }), (zone, stats, max) => {
        vi.stubEnv('TZ', zone);
        const chart = chartOf(stats);
        const indices = xTicks(chart, max).map(({ index }) => index);
        expect(indices.length).toBeLessThanOrEqual(Math.min(15, max));
        for (const [place, index] of indices.entries()) {
          expect(index).toBeGreaterThan(indices[place - 1] ?? -1);
          expect(index).toBeLessThan(chart.buckets.length);
        }
      }),
      RUNS,
    );
  });

  it('are those of the browser there, if its zone is chosen', () => {
    fc.assert(
      fc.property(zones, someRecentStats, fc.integer({ min: 1, max: 40 }), (name, stats, max) => {
        // A choice of UTC is none, which leaves the zone of the browser.
        vi.stubEnv('TZ', 'UTC');
        const chosen = chartOf(stats, zoneOf(name));
        vi.stubEnv('TZ', name);
        const local = chartOf(stats);
        expect({ ...chosen, clock: local.clock }).toEqual(local);
        expect(xTicks(chosen, max)).toEqual(xTicks(local, max));
      }),
      RUNS,
    );
  });

  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [4, [0, 2, 4]],
    [7, [0, 5, 10]],
    [69, [0, 25, 50, 75]],
    [76, [0, 50, 100]],
    [12_500, [0, 5000, 10_000, 15_000]],
  ])('of the values up to %i are %j', (max, ticks) => {
    expect(yTicks(max)).toEqual(ticks);
  });

  it('[LG-24] of values are at most 4 evenly spaced integers from 0, and at least half of their height is used', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), (max) => {
        const ticks = yTicks(max);
        const last = ticks.at(-1) ?? 0;
        expect(ticks.length).toBeLessThanOrEqual(4);
        for (const [index, tick] of ticks.entries()) expect(tick).toBe((index * last) / (ticks.length - 1));
        expect(ticks.every(Number.isInteger)).toBe(true);
        expect(last).toBeGreaterThanOrEqual(max);
        expect(last).toBeLessThanOrEqual(2 * max);
      }),
    );
  });
});
