import { expect, test } from 'vitest';
import { fieldChanges } from '#domain/collections/editor/changes.ts';
import type { ShownType } from '#domain/field-types/field-type.ts';
import { fieldValues, savedField } from './collections.ts';

const saved = (name: string, type: ShownType, options?: object) =>
  fieldValues(savedField(name, type, options));
const texts = (...[before, after]: Parameters<typeof fieldChanges>) =>
  fieldChanges(before, after).map(({ text }) => text);

test('[CE-16] a changed type is listed without changes of its options', () => {
  const [before, after] = [saved('a', 'text', { max: 5 }), saved('a', 'number', { max: 9 })];
  expect(fieldChanges(before, { ...after, isRequired: true })).toEqual([
    { kind: 'other', text: 'Nonzero of field a: off → on' },
    { kind: 'type-changed', text: 'Changed type of field a: text → number' },
  ]);
});

test.each<[readonly string[], readonly string[]]>([
  [
    ['a', 'b'],
    ['Removed choice x', 'Removed choice y', 'Removed choice z', 'Added choice a', 'Added choice b'],
  ],
  [
    ['y', 'z', 'a'],
    ['Removed choice x', 'Added choice a'],
  ],
  [['y', 'x', 'a'], ['Renamed choice z → a']],
  [
    ['x', 'a'],
    ['Removed choice y', 'Removed choice z', 'Added choice a'],
  ],
  [[], ['Removed choice x', 'Removed choice y', 'Removed choice z']],
])('[CE-16] lists the changes from the choices x, y, z to %j', (values, lines) => {
  const before = saved('tags', 'select', { maxSelect: 3, values: ['x', 'y', 'z'] });
  const after = saved('tags', 'select', { maxSelect: 3, values });
  expect(texts(before, after).map((text) => text.replace(/ (of|to) field tags$/, ''))).toEqual(lines);
});

test('[CE-16] describes options that are switches or lists in words', () => {
  const before = saved('doc', 'file', { mimeTypes: [], maxSelect: 1, protected: false });
  const options = { mimeTypes: ['image/png', 'a, b'], maxSelect: 1, protected: true };
  expect(texts(before, saved('doc', 'file', options))).toEqual([
    'Allowed mime types of field doc: none → image/png, "a, b"',
    'Protected of field doc: off → on',
  ]);
});

test('[CE-16] shows an unknown option by its name, with its value as JSON', () => {
  const [before, after] = [1, 2].map((a) => {
    const odd = saved('odd', 'text');
    return { ...odd, options: { ...odd.options, future: { a } } };
  });
  if (!before || !after) throw new Error('Two fields.');
  expect(texts(before, after)).toEqual(['future of field odd: {"a":1} → {"a":2}']);
});

test('[CE-16] lists a conversion from multiple to single once', () => {
  const before = saved('cats', 'relation', { maxSelect: 3 });
  expect(texts(before, saved('cats', 'relation', { maxSelect: 1 }))).toEqual([
    'Multiple to single value conversion of field cats (will keep only the last array item)',
  ]);
  expect(texts(before, saved('cats', 'relation', { maxSelect: 2 }))).toEqual([
    'Max select of field cats: 3 → 2',
  ]);
});
