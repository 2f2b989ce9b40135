import { expect, test } from 'vitest';
import { randomSecret } from '#domain/app/random-secret.ts';
import type { Field } from '#domain/backend/field.ts';
import {
  addFiles,
  countFiles,
  deleteFile,
  moveStored,
  noFiles,
  readFiles,
  removeAdded,
  restoreFile,
} from '#domain/field-types/file-value.ts';
import type { FormValues } from '#domain/field-types/form-value.ts';
import { findProblems, isSaidBeside } from '#domain/records/panel/check.ts';
import { draftOf, formatDraft, parseDraft } from '#domain/records/panel/draft.ts';
import { formFieldsOf } from '#domain/records/panel/fields.ts';
import { secretLength } from '#domain/records/panel/secret.ts';
import {
  changedFields,
  isDirty,
  limitChoices,
  newRecordValues,
  readValues,
} from '#domain/records/panel/values.ts';
import { parseRecordSource } from '#domain/records/record-source.ts';
import { readCollection } from '#wire/collections.ts';
import { collection, fields } from './fixtures.ts';

test('reads a record into the form without rounding', () => {
  const source = parseRecordSource(
    '{"id":"r","collectionId":"c","title":"a","amount":1e+21,"active":true,"due":"2026-11-05 12:00:00.123Z",' +
      '"meta":{"a":1.10,"b":9007199254740993,"c":"\\u003cb\\u003e"},"status":"x","tags":["x","y"],"cover":"a.png",' +
      '"files":["a","b"],"author":"u1","others":["u1","u2"]}',
  );
  expect(readValues(fields, source)).toEqual({
    title: 'a',
    amount: '1e+21',
    active: true,
    due: '2026-11-05 12:00:00.123Z',
    meta: '{\n  "a": 1.10,\n  "b": 9007199254740993,\n  "c": "<b>"\n}',
    status: 'x',
    tags: ['x', 'y'],
    cover: { names: ['a.png'], deleted: [], added: [] },
    files: { names: ['a', 'b'], deleted: [], added: [] },
    author: ['u1'],
    others: ['u1', 'u2'],
  });
});

test('reads values of the wrong type as empty', () => {
  const wrong = Object.fromEntries(fields.map(({ name }) => [name, { an: 'object' }]));
  const record = { ...wrong, amount: '1', active: 'true', title: 1, due: 2, status: 3 };
  const { meta, ...rest } = readValues(fields, parseRecordSource(JSON.stringify(record)));
  const { meta: _, ...empty } = newRecordValues(fields);
  expect(rest).toEqual(empty);
  expect(meta).toBe('{\n  "an": "object"\n}');
  expect(readValues(fields, parseRecordSource('{"id":"r"}'))).toEqual(newRecordValues(fields));
});

test.each([
  ['2026-11-05 12:00:00.000Z', '2026-11-05 12:00:00'],
  ['2026-11-05 12:00:00.120Z', '2026-11-05 12:00:00.120Z'],
  ['', ''],
])('[RF-06] reads the date %j as %j', (due, shown) => {
  expect(readValues(fields, parseRecordSource(JSON.stringify({ due })))['due']).toBe(shown);
});

test('never reads a password, and reads only the first of several choices of a single select', () => {
  const accounts = formFieldsOf({ ...collection, type: 'auth' }, true);
  const source = parseRecordSource('{"id":"abc","password":"secret","status":["a","b"]}');
  expect(readValues(accounts, source)).toMatchObject({ id: 'abc', password: '', status: 'a' });
});

test('[RF-08] keeps the last items of a list', () => {
  expect(limitChoices(['t1', 't2', 't3', 't4'], ['t1', 't2', 't3'], 3)).toEqual(['t2', 't3', 't4']);
  expect(limitChoices(['t1'], [], 3)).toEqual(['t1']);
  expect(limitChoices(['t1', 't2'], ['t1'], 2)).toEqual(['t1', 't2']);
  // Stored before the limit was lowered.
  const before = ['t1', 't2', 't3', 't4', 't5'];
  expect(limitChoices(['t1', 't2', 't4', 't5'], before, 3)).toEqual(['t1', 't2', 't4', 't5']);
  expect(limitChoices([...before, 't6'], before, 3)).toEqual(['t4', 't5', 't6']);
});

test('[RP-04] changed files make the form dirty, passwords do not', () => {
  const users = formFieldsOf({ ...collection, type: 'auth' }, false);
  const base = newRecordValues(users);
  const isDirtyWith = (from: FormValues, change: FormValues) =>
    isDirty(changedFields(users, from, { ...from, ...change }));
  expect(isDirtyWith(base, { password: 'x' })).toBe(false);
  expect(isDirtyWith(base, { files: { ...noFiles, added: [new File([], 'a')] } })).toBe(true);
  const stored = { ...base, files: readFiles(['a', 'b']) };
  expect(isDirtyWith(stored, { files: readFiles(['a', 'b']) })).toBe(false);
  expect(isDirtyWith(stored, { files: readFiles(['b', 'a']) })).toBe(true);
});

test('[RF-12] [RF-14] counts, restores and adds files up to the maximum', () => {
  const files = [new File([], '1'), new File([], '2'), new File([], '3')];
  let value = deleteFile(readFiles(['a', 'b']), 'a');
  expect(countFiles(value)).toBe(1);
  ({ value } = addFiles(value, files, { max: 3 }));
  expect(value.added).toEqual(files.slice(0, 2));
  expect(restoreFile(value, 'a', 3)).toBe(value);
  value = removeAdded(value, files[0] ?? new File([], ''));
  expect(restoreFile(value, 'a', 3).deleted).toEqual([]);
  expect(addFiles(value, [], { max: 3 }).value).toBe(value);
  expect(moveStored(value, 1, 0).names).toEqual(['b', 'a']);
  expect(moveStored(value, 1, 5).names).toEqual(['a', 'b']);
});

test.each(['0', '-1.5', '.5', '5.', '1e3', '9007199254740993', '12,50'])(
  'accepts the number %s',
  (amount) => {
    expect(findProblems(fields, newRecordValues(fields, { amount }))).toEqual({});
  },
);

test.each(['abc', '1e999', '0x10', '1 2', '--1', 'Infinity', '1,234'])('refuses the number %s', (amount) => {
  expect(findProblems(fields, newRecordValues(fields, { amount }))).toMatchObject({
    amount: { code: 'invalid_number' },
  });
});

test.each(['x', '2026-02-31 00:00:00', '0001-01-01 00:00:00', '05.11.2026'])('refuses the date %s', (due) => {
  expect(findProblems(fields, newRecordValues(fields, { due }))).toMatchObject({
    due: { code: 'invalid_date' },
  });
});

test('[RP-21] refuses invalid JSON, with the reason', () => {
  const problems = findProblems(fields, newRecordValues(fields, { meta: '{' }));
  expect(problems).toEqual({ meta: { code: 'invalid_json', message: expect.stringMatching(/./) } });
});

test('[RP-09] a draft contains the changed values and their base values', () => {
  const base = newRecordValues(fields, { title: 'a', tags: ['x'] });
  const mine = { ...base, title: 'b', tags: ['y'], files: { ...noFiles, added: [new File([], 'a')] } };
  const draft = draftOf(fields, base, mine);
  expect(draft).toEqual({
    values: { title: 'b', tags: ['y'] },
    base: { title: 'a', tags: ['x'] },
    orphaned: [],
  });
  expect(draft && parseDraft(fields, formatDraft(fields, draft))).toEqual(draft);
  expect(draftOf(fields, base, base)).toBeUndefined();
});

test('reads only values of the right type from a stored draft', () => {
  const text = JSON.stringify({
    title: 1,
    tags: ['a', 2],
    active: true,
    cover: 'x',
    orphaned: 'x',
    '@base': [],
  });
  expect(parseDraft(fields, text)).toEqual({ values: { active: true }, base: {}, orphaned: [] });
  expect(parseDraft(fields, '{"__proto__":{"title":"x"}}')).toBeUndefined();
});

test('[RP-09] reads drafts stored by an earlier version', () => {
  const withIds = fields.map((one) => ({
    ...one,
    field: { ...one.field, id: `id_${one.name}` } as Field,
  }));
  const text =
    '{"headline":"b","lost":["x"],"@base":{"headline":"a"},' +
    '"@fields":{"headline":"id_title","lost":"id_gone"},"@gone":[{"name":"older","value":true},{"name":1},5]}';
  expect(parseDraft(withIds, text)).toEqual({
    values: { title: 'b' },
    base: { title: 'a' },
    orphaned: [
      { name: 'older', value: true },
      { name: 'lost', value: ['x'] },
    ],
  });
});

test.each([
  '',
  '{',
  '[]',
  'null',
  '1',
  '{}',
  '{"unknown":"x"}',
  '{"@base":{"title":"a"}}',
  '{"password":"x"}',
])('[RP-09] the stored text %j is not a draft', (text) => {
  expect(parseDraft(formFieldsOf({ ...collection, type: 'auth' }, false), text)).toBeUndefined();
});

test('[RP-09] a draft keeps values of removed fields, but neither files nor passwords', () => {
  const accounts = formFieldsOf({ ...collection, type: 'auth' }, false);
  const base = newRecordValues(accounts);
  const orphaned = [
    { name: 'lost', value: 'x' },
    { name: 'scans', value: readFiles(['a']) },
  ];
  const mine = { ...base, password: 'secret', files: { ...noFiles, added: [new File([], 'a')] } };
  expect(draftOf(accounts, base, mine)).toBeUndefined();
  expect(draftOf(accounts, base, mine, orphaned)).toEqual({
    values: {},
    base: {},
    orphaned: orphaned.slice(0, 1),
  });
});

test('[RP-21] a toast about invalid JSON has a separate text', () => {
  const { meta, ...others } = findProblems(fields, newRecordValues(fields, { meta: '{', amount: 'x' }));
  expect(isSaidBeside({ ...others, ...(meta ? { meta } : {}) })).toBe(false);
  expect(isSaidBeside(others)).toBe(true);
});

test('finds no problem in blank and valid values, and in fields of other types', () => {
  const fine = { amount: ' ', due: '', meta: '', title: 'no number', status: '{' };
  expect(findProblems(fields, newRecordValues(fields, fine))).toEqual({});
  const due = { due: '2026-11-05' };
  expect(findProblems(fields, newRecordValues(fields, due))).toEqual({});
});

test('generates secrets of the requested length from letters and digits', () => {
  const secret = randomSecret(1000);
  expect(secret).toMatch(/^[A-Za-z0-9]{1000}$/);
  expect(randomSecret(3)).toHaveLength(3);
  expect(randomSecret(32)).not.toBe(randomSecret(32));
  // All 62 characters occur: the probability that 5,000 random characters miss one is below 1 in 10^33.
  expect(new Set(randomSecret(5000)).size).toBe(62);
  expect(secretLength(collection)).toBe(15);
  expect(secretLength(readCollection({ type: 'auth', options: { minPasswordLength: 20 } }))).toBe(20);
});
