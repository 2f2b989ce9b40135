import { expect, test } from 'vitest';
import { offeredModifiers } from '#domain/collections/filter-completions.ts';
import { shownTypes } from '#domain/field-types/field-type.ts';
import { dialect } from '#wire/dialect.ts';
import { readField } from '#wire/pb22/collections.ts';

test('only lists have modifiers, and texts of a request', () => {
  const list = readField({ type: 'select', options: { maxSelect: 2 } });
  expect(offeredModifiers(dialect(), 'stored', list)).toEqual(['each', 'length']);
  expect(offeredModifiers(dialect(), 'user', list)).toEqual(['each', 'length', 'lower']);
  expect(offeredModifiers(dialect(), 'stored', readField({ type: 'text' }))).toEqual([]);
  expect(offeredModifiers(dialect(), 'stored', undefined)).toEqual([]);
  expect(offeredModifiers(dialect(), 'user', undefined)).toEqual(['lower']);
});

test('numbers, booleans and dates have no letters to lower', () => {
  const without = shownTypes.filter(
    (type) => !offeredModifiers(dialect(), 'user', readField({ type })).includes('lower'),
  );
  expect(without).toEqual(['number', 'bool', 'date']);
});
