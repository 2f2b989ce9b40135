import { expect, test } from 'vitest';
import type { FileValue } from '#domain/field-types/file-value.ts';
import type { FormValue, FormValues } from '#domain/field-types/form-value.ts';
import { formFieldsOf } from '#domain/records/panel/fields.ts';
import { mergeRecord, resolveConflict } from '#domain/records/panel/merge.ts';
import { newRecordValues } from '#domain/records/panel/values.ts';
import { collection, fieldNamed, fields } from './fixtures.ts';

const empty = newRecordValues(fields);
const values = (some: FormValues): FormValues => ({ ...empty, ...some });
const files = (names: string[], deleted: string[] = [], added: File[] = []): FileValue => ({
  names,
  deleted,
  added,
});
const file = new File(['x'], 'new.txt');

function merge(base: FormValues, mine: FormValues, theirs: FormValues) {
  const { taken, conflicts, ...rest } = mergeRecord(fields, {
    base: values(base),
    mine: values(mine),
    theirs: values(theirs),
  });
  return { taken, conflicts: conflicts.map(({ field }) => field.name), values: rest.values };
}

test('takes over changes that only others made', () => {
  const merged = merge({ title: 'a', amount: '1' }, { title: 'b', amount: '1' }, { title: 'a', amount: '2' });
  expect(merged).toMatchObject({ taken: ['amount'], conflicts: [], values: { title: 'b', amount: '2' } });
});

test('takes over nothing for fields that nobody or only I changed', () => {
  expect(merge({ title: 'a' }, { title: 'b' }, { title: 'a' })).toMatchObject({ taken: [], conflicts: [] });
});

test('fields that both changed are conflicts, and keep my value until resolved', () => {
  const merged = merge(
    { title: 'a', tags: ['x'], meta: '1' },
    { title: 'b', tags: ['y'], meta: '2' },
    { title: 'c', tags: ['x', 'z'], meta: '3' },
  );
  expect(merged).toMatchObject({ taken: [], conflicts: ['title', 'meta', 'tags'], values: { title: 'b' } });
});

test.each<[string, FormValue, FormValue]>([
  ['title', 'b\r\nc', 'b\nc'],
  ['amount', '1.50', '1.5'],
  ['meta', '{"a": 1.10}', '{"a":1.10}'],
  ['tags', ['x', 'y'], ['x', 'y']],
  ['active', true, true],
])('equal changes of %s are not a conflict', (name, mine, theirs) => {
  const base = fieldNamed(name).kind === 'bool' ? false : fieldNamed(name).isMultiple ? [] : 'a';
  const merged = merge({ [name]: name === 'meta' ? '0' : base }, { [name]: mine }, { [name]: theirs });
  expect(merged).toMatchObject({ taken: [], conflicts: [] });
});

test.each([
  ['2026-11-05 12:00:00.456Z', '2026-11-05 12:00:00'],
  ['2026-11-05 12:00:00', '2026-11-05 12:00:00.456Z'],
])('milliseconds that only others changed are taken over, from %s to %s', (base, theirs) => {
  expect(merge({ due: base }, { due: base }, { due: theirs }).values['due']).toBe(theirs);
  expect(merge({ due: base }, { due: '2026-11-06' }, { due: theirs }).conflicts).toEqual(['due']);
});

test('1.10 and 1.1 in a document are different', () => {
  expect(merge({ meta: '[1]' }, { meta: '[1.10]' }, { meta: '[1.1]' }).conflicts).toEqual(['meta']);
});

test('merges files that both sides added and removed', () => {
  const merged = merge(
    { files: files(['a', 'b']) },
    { files: files(['a', 'b'], ['a'], [file]) },
    { files: files(['a', 'b', 'c']) },
  );
  expect(merged.conflicts).toEqual([]);
  expect(merged.values['files']).toEqual(files(['a', 'b', 'c'], ['a'], [file]));
  const bothDeleted = merge(
    { files: files(['a', 'b']) },
    { files: files(['a', 'b'], ['a']) },
    { files: files(['b']) },
  );
  expect(bothDeleted.values['files']).toEqual(files(['b'], []));
});

test('keeps my order of the files and appends theirs', () => {
  const merged = merge(
    { files: files(['a', 'b']) },
    { files: files(['b', 'a']) },
    { files: files(['a', 'b', 'c']) },
  );
  expect(merged.values['files']).toEqual(files(['b', 'a', 'c']));
});

test('files are a conflict when both reordered them, or the merged list exceeds the limit', () => {
  const base = ['a', 'b', 'c'];
  expect(
    merge({ files: files(base) }, { files: files(['b', 'a', 'c']) }, { files: files(['c', 'b', 'a']) })
      .conflicts,
  ).toEqual(['files']);
  expect(
    merge({ cover: files(['a']) }, { cover: files(['a'], ['a'], [file]) }, { cover: files(['b']) }).conflicts,
  ).toEqual(['cover']);
});

test('resolves a conflict of files to exactly mine or theirs', () => {
  const conflict = {
    field: fieldNamed('cover'),
    base: files(['a']),
    mine: files(['a'], ['a'], [file]),
    theirs: files(['b']),
  };
  expect(resolveConflict(conflict, 'theirs')).toEqual(files(['b']));
  expect(resolveConflict(conflict, 'mine')).toEqual(files(['b'], ['b'], [file]));
  const text = { field: fieldNamed('title'), base: 'a', mine: 'b', theirs: 'c' };
  expect(resolveConflict(text, 'mine')).toBe('b');
  expect(resolveConflict(text, 'theirs')).toBe('c');
});

test('ids and passwords are not merged', () => {
  const accounts = formFieldsOf({ ...collection, type: 'auth' }, true);
  const base = newRecordValues(accounts);
  const mine = { ...base, id: 'mine', password: 'mine' };
  const merged = mergeRecord(accounts, {
    base,
    mine,
    theirs: { ...base, id: 'theirs', password: 'theirs' },
  });
  expect(merged).toEqual({ values: mine, taken: [], conflicts: [] });
});

test.each<[string, FormValues, FormValues, FormValues]>([
  ['at the start', {}, { title: 'b' }, { title: 'c' }],
  ['in the form', { title: 'a' }, {}, { title: 'c' }],
  ['in the backend', { title: 'a' }, { title: 'b' }, {}],
])('a field that is missing %s is not merged', (_where, base, mine, theirs) => {
  expect(mergeRecord(fields, { base, mine, theirs })).toEqual({ values: mine, taken: [], conflicts: [] });
});

test('lists files as taken while the merged list is within the limit', () => {
  const merged = merge(
    { files: files(['a', 'b']) },
    { files: files(['a', 'b'], [], [file]) },
    { files: files(['a', 'b', 'c']) },
  );
  expect(merged).toMatchObject({ taken: ['files'], conflicts: [] });
  const tooMany = merge(
    { files: files(['a', 'b']) },
    { files: files(['a', 'b'], [], [file]) },
    { files: files(['a', 'b', 'c', 'd']) },
  );
  expect(tooMany.conflicts).toEqual(['files']);
});

test('resolving a conflict with my files excludes those that I deleted', () => {
  const conflict = {
    field: fieldNamed('files'),
    base: files(['a', 'b', 'c']),
    mine: files(['b', 'a', 'c'], ['a']),
    theirs: files(['c', 'a', 'b', 'd']),
  };
  const mine = resolveConflict(conflict, 'mine');
  expect(mine).toMatchObject({ deleted: ['a', 'd'] });
});
