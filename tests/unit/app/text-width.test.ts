import { expect, test } from 'vitest';
import { SAMPLE, textWidth } from '#domain/app/text-width.ts';

test.each([
  ['', 0],
  ['iil', 0.75],
  ['mmm', 2.61],
  ['漢字', 2],
  ['👍', 1],
  ['AZ', 1.36],
  ['09[', 1.43],
  ['rt"', 0.99],
  ['\u10ff', 0.55],
  ['\u1100', 1],
  [SAMPLE, 10.27],
])('estimates the width of %s as %d em', (text, em) => {
  expect(textWidth(text)).toBeCloseTo(em);
});

test('does not read more of a long text than needed', () => {
  expect(textWidth('n'.repeat(10_000), 10)).toBeLessThan(11);
  expect(textWidth('nn', 10)).toBeCloseTo(1.1);
  expect(textWidth('漢字', 1)).toBe(1);
});
