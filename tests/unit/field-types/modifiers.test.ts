import { expect, test } from 'vitest';
import { fieldTypes } from '#domain/field-types/field-type.ts';
import { fieldModifiers, requestModifiers } from '#domain/field-types/modifiers.ts';

test('only lists have modifiers, and texts of a request', () => {
  const list = { type: 'select', options: { maxSelect: 2 } } as const;
  expect(fieldModifiers(list)).toEqual(['each', 'length']);
  expect(requestModifiers(list)).toEqual(['each', 'length', 'lower']);
  expect(fieldModifiers({ type: 'text', options: {} })).toEqual([]);
  expect(fieldModifiers(undefined)).toEqual([]);
  expect(requestModifiers(undefined)).toEqual(['lower']);
});

test('numbers, booleans and dates have no letters to lower', () => {
  const without = fieldTypes.filter((type) => !requestModifiers({ type, options: {} }).includes('lower'));
  expect(without).toEqual(['number', 'bool', 'date']);
});
