import { expect, test } from 'vitest';
import type { FileValue } from '#domain/field-types/file-value.ts';
import type { FormValue } from '#domain/field-types/form-value.ts';
import { recordAfterSave } from '#domain/records/panel/row-values.ts';
import { newRecordValues } from '#domain/records/panel/values.ts';
import { fieldNamed, fields } from './fixtures.ts';

const empty = newRecordValues(fields);
const [one, two] = [new File(['1'], 'one.txt'), new File(['2'], 'two.txt')];

function after(name: string, sent: FormValue, typed: FormValue, stored: FormValue) {
  const values = recordAfterSave(
    fields,
    { ...empty, [name]: sent },
    { ...empty, [name]: typed },
    { ...empty, [name]: stored },
  );
  return values[name];
}

function files(names: string[], { deleted = [] as string[], added = [] as File[] } = {}): FileValue {
  return { names, deleted, added };
}

test('shows the stored values, except for values edited during the save', () => {
  expect(after('title', 'a', 'a', 'A')).toBe('A');
  expect(after('title', 'a', 'ab', 'a')).toBe('ab');
  expect(after('amount', '1.50', '1.50', '1.5')).toBe('1.5');
  expect(after('tags', ['x'], ['x', 'y'], ['x'])).toEqual(['x', 'y']);
});

test('keeps the typed text if the stored text is the same value in another notation', () => {
  expect(after('meta', '{"a":1}', '{"a":1}', '{\n  "a": 1\n}')).toBe('{"a":1}');
  expect(after('meta', '[1.10]', '[1.10]', '[1.1]')).toBe('[1.1]');
  expect(after('title', 'a\nb', 'a\nb', 'a\r\nb')).toBe('a\nb');
  expect(after('amount', '1.50', '1.50', '1.5')).toBe('1.5');
});

test('keeps the typed rich text if only the line breaks differ', () => {
  const notes = { ...fieldNamed('title'), name: 'notes', kind: 'editor' as const };
  const sent = { notes: '<p>a</p>\n' };
  expect(recordAfterSave([notes], sent, sent, { notes: '<p>a</p>\r\n' })).toEqual(sent);
});

test('uploaded files become stored files', () => {
  const sent = files(['old'], { added: [one] });
  expect(after('files', sent, sent, files(['old', 'one_1']))).toEqual(files(['old', 'one_1']));
});

test('keeps files that were added and deleted during an upload', () => {
  const sent = files(['old', 'gone'], { deleted: ['gone'], added: [one] });
  const stored = files(['old', 'one_1']);
  const chosen = files(['old', 'gone'], { deleted: ['gone', 'old'], added: [one, two] });
  expect(after('files', sent, chosen, stored)).toEqual(
    files(['old', 'one_1'], { deleted: ['old'], added: [two] }),
  );
});

test('marks an uploaded file as deleted if it was removed during the upload', () => {
  const sent = files([], { added: [one, two] });
  const stored = files(['one_1', 'two_2']);
  expect(after('files', sent, files([], { added: [two] }), stored)).toEqual(
    files(['one_1', 'two_2'], { deleted: ['one_1'] }),
  );
});

test('deletes no file if it is unknown which one was removed during the upload', () => {
  const sent = files([], { added: [one, two] });
  expect(after('files', sent, files([]), files(['one_1']))).toEqual(files(['one_1']));
});

test('takes values that only the stored record has', () => {
  const values = recordAfterSave(fields, {}, {}, { ...empty, title: 'made up' });
  expect(values).toMatchObject({ title: 'made up' });
});

test('refused fields keep their typed values; without one they show the stored value', () => {
  const typed = { title: 'mine', amount: '2' };
  const stored = { title: 'stored', amount: '1', status: 'new' };
  const refused = new Set(['title', 'status']);
  expect(recordAfterSave(fields, typed, typed, stored, refused)).toEqual({
    title: 'mine',
    amount: '1',
    status: 'new',
  });
});

test('omits a field that the stored record does not have', () => {
  expect(recordAfterSave(fields, { title: 'a' }, { title: 'a' }, { amount: '1' })).toEqual({ amount: '1' });
});

test('a field without a sent or without a typed value shows the stored value', () => {
  expect(recordAfterSave(fields, {}, { title: 'typed' }, { title: 'stored' })).toEqual({ title: 'stored' });
  expect(recordAfterSave(fields, { title: 'sent' }, {}, { title: 'stored' })).toEqual({ title: 'stored' });
});
