import { expect, test } from 'vitest';
import { readFiles } from '#domain/field-types/file-value.ts';
import type { FormKind, FormValue } from '#domain/field-types/form-value.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import { mergeUndo } from '#domain/records/undo/merge.ts';

const fieldOf = (kind: FormKind, max = 1): FormField => ({
  name: 'f',
  kind,
  required: false,
  isMultiple: max > 1,
  max,
});
const merge = (field: FormField, before: FormValue, after: FormValue, now: FormValue) => {
  const { values, othersChanged } = mergeUndo([field], {
    base: { f: before },
    mine: { f: after },
    theirs: { f: now },
  });
  return othersChanged.length ? 'theirs' : values['f'];
};

test.each<[string, FormField, FormValue, FormValue, FormValue, FormValue]>([
  ['an unchanged value', fieldOf('text'), 'old', 'new', 'new', 'old'],
  ['a value that is back already', fieldOf('text'), 'old', 'new', 'old', 'old'],
  ['a value of somebody else', fieldOf('text'), 'old', 'new', 'other', 'theirs'],
  ['a boolean', fieldOf('bool'), false, true, true, false],
  ['exact digits', fieldOf('json'), '9007199254740993', '1', '1', '9007199254740993'],
  ['digits that differ', fieldOf('json'), '1', '[9007199254740993]', '[9007199254740992]', 'theirs'],
  ['a number that the database rounds', fieldOf('json'), '1', '1.10', '1.1', '1'],
  ['a number with an exponent', fieldOf('json'), '1', '1234567.5', '1.2345675e+06', '1'],
  ['an added item beside others', fieldOf('select', 9), ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'c']],
  ['a removed item beside others', fieldOf('select', 9), ['a', 'b'], ['b'], ['b', 'c'], ['a', 'b', 'c']],
  ['a cleared list that was filled', fieldOf('select', 9), ['a', 'b'], [], ['c'], ['a', 'b', 'c']],
  ['an item that others removed too', fieldOf('select', 9), ['a', 'b'], ['a', 'b', 'c'], ['b', 'c'], ['b']],
  ['a single relation', { ...fieldOf('relation'), isMultiple: true }, ['a'], ['b'], ['b'], ['a']],
  ['one that others cleared', { ...fieldOf('relation'), isMultiple: true }, ['a'], ['b'], [], 'theirs'],
  // A delete that cleared another relation of the record.
  [
    'one that the change left alone',
    { ...fieldOf('relation'), isMultiple: true },
    ['a'],
    ['a'],
    ['b'],
    ['b'],
  ],
  ['no room', fieldOf('select', 2), ['a', 'b'], [], ['c'], 'theirs'],
  ['room for the last one', fieldOf('select', 2), ['a'], [], ['c'], ['a', 'c']],
  ['another number', fieldOf('json'), '1', '1.10', '2', 'theirs'],
  ['a text like a number', fieldOf('text'), '1', '1.10', '1.1', 'theirs'],
  ['a list that was one value', fieldOf('select', 9), 'a', ['a', 'b'], ['c'], 'theirs'],
  ['a list that became one value', fieldOf('select', 9), ['a'], 'b', ['c'], 'theirs'],
  ['a list that is one value', fieldOf('select', 9), ['a'], ['b'], 'c', 'theirs'],
  ['an id', fieldOf('id'), 'old', 'new', 'new', 'new'],
])('%s', (_, field, before, after, now, expected) => {
  expect(merge(field, before, after, now)).toEqual(expected);
});

test('added files are removed again; removed ones are named', () => {
  const field = fieldOf('file', 5);
  const { values, withoutFiles } = mergeUndo([field], {
    base: { f: readFiles(['a', 'gone']) },
    mine: { f: readFiles(['a', 'added']) },
    theirs: { f: readFiles(['a', 'added', 'theirs']) },
  });
  expect(values['f']).toEqual({ names: ['a', 'added', 'theirs'], deleted: ['added'], added: [] });
  expect(withoutFiles).toEqual(['f']);
  const all = {
    base: { f: readFiles(['a']) },
    mine: { f: readFiles(['a', 'b']) },
    theirs: { f: readFiles(['a']) },
  };
  expect(mergeUndo([field], all).withoutFiles).toEqual([]);
});

test('moved files return to their places unless somebody else has moved some since', () => {
  const field = fieldOf('file', 5);
  const [before, after] = [readFiles(['a', 'b', 'c']), readFiles(['c', 'b', 'a', 'added'])];
  expect(merge(field, before, after, after)).toEqual({
    names: ['a', 'b', 'c', 'added'],
    deleted: ['added'],
    added: [],
  });
  const theirs = readFiles(['b', 'c', 'a']);
  expect(merge(field, before, readFiles(['c', 'b', 'a']), theirs)).toEqual(theirs);
});

test('fields that did not change are not touched, passwords neither', () => {
  const field = fieldOf('password');
  expect(merge(field, 'a', 'b', '')).toBe('');
  const { values } = mergeUndo([fieldOf('text')], { base: {}, mine: {}, theirs: { f: 'x', g: 'y' } });
  expect(values).toEqual({ f: 'x', g: 'y' });
});
