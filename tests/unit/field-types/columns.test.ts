import { expect, test } from 'vitest';
import { COLUMNS } from '#domain/field-types/columns.ts';

const typesWith = (key: 'isFlexible' | 'long', value: unknown) =>
  Object.entries(COLUMNS)
    .filter(([, traits]) => traits[key] === value)
    .map(([type]) => type);

test('values of a fixed form have a column of fixed width', () => {
  expect(typesWith('isFlexible', false)).toEqual(['id', 'number', 'bool', 'date']);
});

test('a list keeps only the beginning of long values, and the backend can cut those without a structure', () => {
  expect(typesWith('long', 'excerpt')).toEqual(['text', 'url']);
  expect(typesWith('long', 'whole')).toEqual(['editor', 'json']);
});
