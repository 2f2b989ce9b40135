import { expect, test } from 'vitest';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { expandedOf, parseRecord } from '#domain/records/record.ts';

test.each([null, undefined, 'text', 5, [], [1]])('%j is parsed as an empty record', (value) => {
  expect(parseRecord(value)).toEqual({ id: '', collectionId: '', collectionName: '' });
});

test('keeps every field, whatever its name, and converts the system fields to texts', () => {
  const fields = JSON.parse('{"title":1,"constructor":"a","toString":"b","prototype":null,"__proto__":"c"}');
  const record = parseRecord({ ...fields, id: 5, collectionId: 'c' });
  expect(record).toMatchObject({ id: '', collectionId: 'c', collectionName: '', title: 1, prototype: null });
  expect(Object.entries(record)).toContainEqual(['constructor', 'a']);
  expect(Object.entries(record)).toContainEqual(['toString', 'b']);
});

test('the values of a field are a list without empty ones', () => {
  expect(valuesOf('a')).toEqual(['a']);
  expect(valuesOf(['a', '', 5, 'b'])).toEqual(['a', 'b']);
  expect(valuesOf('')).toEqual([]);
  expect(valuesOf(undefined)).toEqual([]);
});

test('finds expanded records by id, also in fields with the names of object members', () => {
  const [a, b] = ['a', 'b'].map((id) => parseRecord({ id }));
  const record = parseRecord({ id: 'r', expand: { one: a, many: [a, b], constructor: b } });
  expect([...expandedOf(record, 'one').keys()]).toEqual(['a']);
  expect([...expandedOf(record, 'many').keys()]).toEqual(['a', 'b']);
  expect([...expandedOf(record, 'constructor').keys()]).toEqual(['b']);
  expect(expandedOf(record, 'toString').size).toBe(0);
  expect(expandedOf(parseRecord({ expand: 'text' }), 'one').size).toBe(0);
});
