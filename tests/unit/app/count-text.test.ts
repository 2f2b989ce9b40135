import { expect, test } from 'vitest';
import { countText, numberText } from '#domain/app/count-text.ts';
import { doneCount } from '#domain/records/bulk/words.ts';

test.each([0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 1_234_567_890])(
  'groups the digits of %d',
  (count) => {
    expect(numberText(count)).toBe(count.toLocaleString('en'));
  },
);

test('has a noun for one and one for the others', () => {
  expect([0, 1, 2000].map((count) => countText(count, 'log', 'logs'))).toEqual([
    '0 logs',
    '1 log',
    '2,000 logs',
  ]);
});

test('says how many of the records are done, unless all are', () => {
  expect([doneCount(1500, 2000), doneCount(2000, 2000), doneCount(0, 1)]).toEqual([
    '1,500 of 2,000 records',
    '2,000 records',
    '0 of 1 record',
  ]);
});
