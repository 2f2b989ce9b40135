import { expect, it } from 'vitest';
import { relativeTime } from '#domain/app/relative-time.ts';

const NOW = Date.UTC(2026, 10, 5, 12);

it.each([
  ['2026-11-05 12:00:00.000Z', 'now'],
  ['2026-11-05 11:59:59.001Z', 'now'],
  ['2026-11-05 11:59:59.000Z', '1 s ago'],
  ['2026-11-05 11:59:00.001Z', '59 s ago'],
  ['2026-11-05 11:59:00.000Z', '1 min ago'],
  ['2026-11-05 11:00:00.001Z', '59 min ago'],
  ['2026-11-05 10:00:00.000Z', '2 h ago'],
  ['2026-11-04 12:00:00.000Z', '1 d ago'],
  ['2026-09-26 12:00:00.000Z', '40 d ago'],
  ['2026-11-05 12:00:05.000Z', 'now'],
  ['', ''],
  ['yesterday', ''],
])('%s is %j', (date, text) => {
  expect(relativeTime(date, NOW)).toBe(text);
});
