import { expect, test } from 'vitest';
import { noFiles, readFiles } from '#domain/field-types/file-value.ts';
import type { FormValue } from '#domain/field-types/form-value.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import { isSameValue } from '#domain/records/panel/values.ts';
import { fieldNamed } from './fixtures.ts';

const editor: FormField = { ...fieldNamed('title'), kind: 'editor' };
const [one, two] = [new File(['1'], 'a.txt'), new File(['1'], 'a.txt')];

function same(field: FormField, a: FormValue | undefined, b: FormValue | undefined): boolean {
  const [forwards, backwards] = [isSameValue(field, a, b), isSameValue(field, b, a)];
  expect(forwards).toBe(backwards);
  return forwards;
}

test.each<[string, FormValue | undefined, FormValue | undefined]>([
  ['title', 'a\r\nb\rc', 'a\nb\nc'],
  ['amount', '1.50', ' 1.5 '],
  ['amount', '007', '7'],
  ['amount', '-0', '0'],
  ['amount', '1e3', '1000'],
  ['due', '2026-11-05 12:00', '2026-11-05 12:00:00.000Z'],
  ['meta', '', 'null'],
  ['active', undefined, false],
  ['tags', [], undefined],
  ['files', noFiles, undefined],
  [
    'files',
    { ...readFiles(['a', 'b']), deleted: ['a', 'b'] },
    { ...readFiles(['a', 'b']), deleted: ['b', 'a'] },
  ],
  ['files', { ...noFiles, added: [one] }, { ...noFiles, added: [one] }],
])('%s: %j and %j are equal for the backend', (name, a, b) => {
  expect(same(fieldNamed(name), a, b)).toBe(true);
});

test.each<[string, FormValue | undefined, FormValue | undefined]>([
  ['title', 'a', 'b'],
  ['title', '1', '1.0'],
  ['amount', '1', '2'],
  ['amount', '', '0'],
  ['amount', '9007199254740993', '9007199254740992'],
  ['due', '2026-11-05', '2026-11-06'],
  ['meta', '1', '1.0'],
  ['status', '1', '1.0'],
  ['status', 'a\r\nb', 'a\nb'],
  ['active', true, false],
  ['active', true, undefined],
  ['active', true, 'true'],
  ['tags', ['a', 'b'], ['b', 'a']],
  ['tags', ['a'], ['a', 'b']],
  ['tags', ['a'], undefined],
  ['files', readFiles(['a', 'b']), readFiles(['b', 'a'])],
  ['files', readFiles(['a']), { ...readFiles(['a']), deleted: ['a'] }],
  ['files', { ...noFiles, added: [one] }, { ...noFiles, added: [two] }],
  ['files', { ...noFiles, added: [one] }, { ...noFiles, added: [one, two] }],
  ['files', noFiles, { ...noFiles, added: [one] }],
])('%s: %j and %j are not equal', (name, a, b) => {
  expect(same(fieldNamed(name), a, b)).toBe(false);
});

test('rich text is compared regardless of the kind of line break', () => {
  expect(same(editor, '<p>a</p>\r\n', '<p>a</p>\n')).toBe(true);
  expect(same(editor, '<p>a</p>\n', '<p>a</p>')).toBe(false);
});
