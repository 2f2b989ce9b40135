import { expect, test } from 'vitest';
import { offeredModifiers } from '#domain/collections/modifiers.ts';
import { fieldTypes } from '#domain/field-types/field-type.ts';
import { dialect } from '#wire/dialect.ts';

test('only lists have modifiers, and texts of a request', () => {
  const list = { type: 'select', options: { maxSelect: 2 } } as const;
  expect(offeredModifiers(dialect(), 'stored', list)).toEqual(['each', 'length']);
  expect(offeredModifiers(dialect(), 'user', list)).toEqual(['each', 'length', 'lower']);
  expect(offeredModifiers(dialect(), 'stored', { type: 'text', options: {} })).toEqual([]);
  expect(offeredModifiers(dialect(), 'stored', undefined)).toEqual([]);
  expect(offeredModifiers(dialect(), 'user', undefined)).toEqual(['lower']);
});

test('numbers, booleans and dates have no letters to lower', () => {
  const without = fieldTypes.filter(
    (type) => !offeredModifiers(dialect(), 'user', { type, options: {} }).includes('lower'),
  );
  expect(without).toEqual(['number', 'bool', 'date']);
});
