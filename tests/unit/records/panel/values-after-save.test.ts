import { expect, test } from 'vitest';
import type { FileValue } from '#domain/field-types/file-value.ts';
import type { FormValue } from '#domain/field-types/form-value.ts';
import { newValues } from '#domain/records/panel/values.ts';
import { valuesAfterSave } from '#domain/records/panel/values-after-save.ts';
import { fieldNamed, fields } from './fixtures.ts';

const empty = newValues(fields);
const [one, two] = [new File(['1'], 'one.txt'), new File(['2'], 'two.txt')];

function after(name: string, sent: FormValue, typed: FormValue, stored: FormValue) {
  const values = valuesAfterSave(
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

test('shows what was stored, and what was typed since it was sent', () => {
  expect(after('title', 'a', 'a', 'A')).toBe('A');
  expect(after('title', 'a', 'ab', 'a')).toBe('ab');
  expect(after('amount', '1.50', '1.50', '1.5')).toBe('1.5');
  expect(after('tags', ['x'], ['x', 'y'], ['x'])).toEqual(['x', 'y']);
});

test('leaves a text as it was typed where only its writing differs', () => {
  expect(after('meta', '{"a":1}', '{"a":1}', '{\n  "a": 1\n}')).toBe('{"a":1}');
  expect(after('meta', '[1.10]', '[1.10]', '[1.1]')).toBe('[1.1]');
  expect(after('title', 'a\nb', 'a\nb', 'a\r\nb')).toBe('a\nb');
  expect(after('amount', '1.50', '1.50', '1.5')).toBe('1.5');
});

test('leaves rich text as it was typed where only its line breaks differ', () => {
  const notes = { ...fieldNamed('title'), name: 'notes', kind: 'editor' as const };
  const sent = { notes: '<p>a</p>\n' };
  expect(valuesAfterSave([notes], sent, sent, { notes: '<p>a</p>\r\n' })).toEqual(sent);
});

test('knows files that have arrived', () => {
  const sent = files(['old'], { added: [one] });
  expect(after('files', sent, sent, files(['old', 'one_1']))).toEqual(files(['old', 'one_1']));
});

test('keeps what is done with files while others arrive', () => {
  const sent = files(['old', 'gone'], { deleted: ['gone'], added: [one] });
  const stored = files(['old', 'one_1']);
  const chosen = files(['old', 'gone'], { deleted: ['gone', 'old'], added: [one, two] });
  expect(after('files', sent, chosen, stored)).toEqual(
    files(['old', 'one_1'], { deleted: ['old'], added: [two] }),
  );
});

test('takes out with the next save what was taken out while it was on its way', () => {
  const sent = files([], { added: [one, two] });
  const stored = files(['one_1', 'two_2']);
  expect(after('files', sent, files([], { added: [two] }), stored)).toEqual(
    files(['one_1', 'two_2'], { deleted: ['one_1'] }),
  );
});

test('fills in what only the stored record has', () => {
  const values = valuesAfterSave(fields, {}, {}, { ...empty, title: 'made up' });
  expect(values).toMatchObject({ title: 'made up' });
});

test('what was refused stays typed, and nothing is made up for it', () => {
  const typed = { title: 'mine', amount: '2' };
  const stored = { title: 'stored', amount: '1', status: 'new' };
  const refused = new Set(['title', 'status']);
  expect(valuesAfterSave(fields, typed, typed, stored, refused)).toEqual({
    title: 'mine',
    amount: '1',
    status: 'new',
  });
});

test('a field that the stored record lacks is left out', () => {
  expect(valuesAfterSave(fields, { title: 'a' }, { title: 'a' }, { amount: '1' })).toEqual({ amount: '1' });
});

test('what was sent but is not typed any more, or the other way round, shows as stored', () => {
  expect(valuesAfterSave(fields, {}, { title: 'typed' }, { title: 'stored' })).toEqual({ title: 'stored' });
  expect(valuesAfterSave(fields, { title: 'sent' }, {}, { title: 'stored' })).toEqual({ title: 'stored' });
});
