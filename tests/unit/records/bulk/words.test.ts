import { expect, test } from 'vitest';
import { doingWord, doneText, doneTitle, resultText, skippedText } from '#domain/records/bulk/words.ts';

const counts = { total: 5000, done: 4993, already: 0, left: 0, refused: 7 };

test('names an action while it runs and when it is done', () => {
  expect([doingWord('mail'), doneTitle('mail'), doneTitle('delete')]).toEqual([
    'Emailing',
    'Emailed',
    'Deleted',
  ]);
  expect(doneText('change', { done: 1, total: 1 })).toBe('Changed 1 record');
  expect(doneText('change', { done: 0, total: 2000 })).toBe('Changed 0 of 2,000 records');
});

test('tells the result with each reason once, three of them at most', () => {
  expect(resultText('change', counts, ['a.', 'b.', 'a.', 'c.', 'd.'])).toBe(
    'Changed 4,993 of 5,000 records, 7 were refused. a. b. c.',
  );
  expect(resultText('delete', { ...counts, total: 2, done: 1, refused: 1 }, [])).toBe(
    'Deleted 1 of 2 records, 1 was refused.',
  );
  expect(resultText('change', { ...counts, done: 5000, refused: 0 }, [])).toBe('Changed 5,000 records.');
});

test('tells what was left out and why', () => {
  expect(skippedText({ already: 0, left: 0 })).toBe('');
  expect(skippedText({ already: 1200, left: 3 })).toBe(
    '1,200 had these values already. 3 left alone: no longer matching, or deleted.',
  );
});
