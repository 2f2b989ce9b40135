import { expect, test } from 'vitest';
import { truncate } from '#domain/app/value-text.ts';
import { isInexact } from '#domain/records/cells/inexact.ts';
import { parseRecord, presentableText, RELATION_LIMIT, TEXT_LIMIT } from '#domain/records/record.ts';

test.each([
  ['to be continued...', false],
  [`${'x'.repeat(TEXT_LIMIT - 3)}...`, false],
  ['x'.repeat(TEXT_LIMIT + 1), true],
  [`${'x'.repeat(TEXT_LIMIT - 1)}😀`, true],
])('the cell of the text %j shows not all of it: %s', (value, isCut) => {
  expect(isInexact('text', value, truncate(value, TEXT_LIMIT))).toBe(isCut);
});

test.each([
  ['Wait...', false],
  [`${'x'.repeat(RELATION_LIMIT - 3)}...`, false],
  ['x'.repeat(RELATION_LIMIT + 1), true],
])('the cell of a record named %j shows not all of that: %s', (title, isCut) => {
  const shown = presentableText(parseRecord({ id: 'a', title }), undefined);
  expect(isInexact('relation', 'a', shown)).toBe(isCut);
});

test('several values stand in a cell without a space; one is as it is shown', () => {
  expect(isInexact('select', ['red', 'green'], 'redgreen')).toBe(true);
  expect(isInexact('select', ['red'], 'red')).toBe(false);
  expect(isInexact('file', 'a.png', '')).toBe(true);
  expect(isInexact('json', 1, '1')).toBe(true);
  expect(isInexact('editor', '<b>a</b>', 'a')).toBe(true);
  expect(isInexact('number', 1, '1')).toBe(false);
});
