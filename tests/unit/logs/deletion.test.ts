import { expect, test } from 'vitest';
import { deletedFilter, logsText, stricterLimits } from '#domain/logs/settings.ts';

const NOW = new Date('2026-11-23T12:00:00.000Z');

test.each([
  [{ days: 3 }, 'created<="2026-11-20 12:00:00.000Z"'],
  [{ days: 0 }, 'created<="2026-11-23 12:00:00.000Z"'],
  [{ days: 999_999 }, 'created<="0000-01-01 00:00:00.000Z"'],
  [{ days: 999_999_999 }, 'created<="0000-01-01 00:00:00.000Z"'],
  [{ minLevel: -4 }, 'level<-4'],
  [{ days: 3, minLevel: 4 }, 'created<="2026-11-20 12:00:00.000Z"||level<4'],
])('%j deletes %s', (limits, filter) => {
  expect(deletedFilter(limits, NOW)).toBe(filter);
});

test.each([
  [{ days: 4, minLevel: 0 }, { days: 4 }],
  [{ days: 5, minLevel: 1 }, { minLevel: 1 }],
  [
    { days: 0, minLevel: 8 },
    { days: 0, minLevel: 8 },
  ],
  [{ days: 6, minLevel: -4 }, undefined],
  [{ days: 5, minLevel: 0 }, undefined],
  [{ days: undefined, minLevel: undefined }, undefined],
])('from 5 days and level 0 to %j, %j is stricter', (typed, stricter) => {
  expect(stricterLimits({ days: 5, minLevel: 0 }, typed)).toEqual(stricter);
});

test('one log is a log, many have separators', () => {
  expect([logsText(1), logsText(12_345)]).toEqual(['1 log', '12,345 logs']);
});
