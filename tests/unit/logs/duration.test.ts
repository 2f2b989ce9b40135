import { expect, test } from 'vitest';
import { durationText, roundedMs } from '#domain/logs/duration.ts';

test.each([
  [0, 0, '0 ms'],
  [0.012345, 0.0123, '0.0123 ms'],
  [1.44981, 1.45, '1.45 ms'],
  [12.3456, 12.3, '12.3 ms'],
  [250, 250, '250 ms'],
  [999.7, 1000, '1.0 s'],
  [1254.4, 1254, '1.3 s'],
  [65_000, 65_000, '65.0 s'],
])('%s ms is read as %s and %s', (ms, rounded, text) => {
  expect(roundedMs(ms)).toBe(rounded);
  expect(durationText(ms)).toBe(text);
});
