import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '#domain/app/lenient.ts';
import { type Loss, lossesOf, lossNote, lossQuestion } from '#domain/settings/import/losses.ts';
import { changesOf, type ImportMode, importBody } from '#domain/settings/import/outcome.ts';
import { outcomeFor, rawOf } from '#tests/support/settings/entries.ts';
import { collectionsArbitrary, fieldOf } from './entry-fixture.ts';

const title = fieldOf('f1', 'title');
const one = rawOf('a', 'one', [title, fieldOf('f2', 'body')]);
const two = rawOf('b', 'two', [fieldOf('f3', 'x')]);
const shorter = { ...one, name: 'uno', schema: [title, fieldOf('f9', 'new')] };
const existing = [one, two];
const deleting: ImportMode = { merge: false, deleteMissing: true };
const merging: ImportMode = { merge: true, deleteMissing: true };
const keeping: ImportMode = { merge: false, deleteMissing: false };

const QUESTION =
  'Do you really want to delete the following collection fields and their related records data:';

const lossesIn = (...inputs: Parameters<typeof outcomeFor>) => lossesOf(outcomeFor(...inputs));
const paths = (losses: readonly Loss[]) => losses.map(({ path }) => path);

const typed = (type: string, options: object, rest: object = {}): JsonObject =>
  fieldOf('f1', 'x', { type, options, ...rest });

/** The losses of one field that changes, as text and filter. */
const lossesOfField = (old: JsonObject, fresh: JsonObject, mode = keeping) =>
  lossesIn([rawOf('a', 'one', [old])], [rawOf('a', 'uno', [fresh])], mode).map(
    ({ kind, text, filter }) => [kind, text, filter] as const,
  );

test('[IM-14] the question names fields by their existing names and ids, and whole collections', () => {
  const losses = lossesIn(existing, [shorter], deleting);
  const lines = [QUESTION, '- one.body (f2)', '- two.*'].join('\n');
  expect(lossQuestion(losses, new Map())).toBe(lines);
  expect(lossQuestion(losses, new Map(losses.map((loss) => [loss, 0])))).toBe(lines);
  const [body, all] = losses;
  if (!body || !all) throw new Error('Two losses are missing.');
  expect(all).toMatchObject({ text: 'Deleted collection', filter: '' });
  expect(
    lossQuestion(
      losses,
      new Map([
        [body, 1],
        [all, 1200],
      ]),
    ),
  ).toBe(`${lines}\n\nRecords with this data:\n- one.body: 1 record\n- two.*: 1,200 records`);
  expect(paths(lossesIn(existing, [shorter], merging))).toEqual(['one.body']);
  expect(paths(lossesIn(existing, [{ id: 'a', name: 'one' }, two], merging))).toEqual([
    'one.title',
    'one.body',
  ]);
});

test('[IM-14] fields of a view have no data, but a view can be deleted', () => {
  const view = rawOf('v', 'totals', [title], { type: 'view' });
  expect(lossesIn([view], [{ ...view, schema: [] }], deleting)).toEqual([]);
  const [loss] = lossesIn([view], [one], deleting);
  expect(loss).toMatchObject({ path: 'totals.*', text: 'Deleted view', filter: undefined });
  expect(loss && lossNote(loss, undefined)).toBe('a view has no records of its own');
});

test('[IM-14] nothing is lost without deleting, or when nothing is omitted', () => {
  for (const merge of [false, true]) {
    expect(lossesIn(existing, [shorter], { merge, deleteMissing: false })).toEqual([]);
    expect(lossesIn(existing, [two, one, rawOf('c', 'three')], { merge, deleteMissing: true })).toEqual([]);
  }
});

test('[IM-14] each deleted collection, and each omitted field, is in the question', () => {
  fc.assert(
    fc.property(collectionsArbitrary, collectionsArbitrary, (before, imported) => {
      const deleted = changesOf(outcomeFor(before, imported, deleting))
        .filter(({ kind }) => kind === 'removed')
        .map(({ name }) => `${name}.*`);
      expect(paths(lossesIn(before, imported, deleting))).toEqual(expect.arrayContaining(deleted));
      // Sending what exists loses nothing.
      expect(lossesIn(before, importBody(outcomeFor(before, before, merging)).collections, deleting)).toEqual(
        [],
      );
    }),
  );
});

test.each([
  ['text', {}, 'x != ""'],
  ['number', {}, 'x != 0'],
  ['bool', {}, 'x = true'],
  ['json', {}, 'x != null && x != ""'],
  ['select', { maxSelect: 1 }, 'x != ""'],
  ['select', { maxSelect: 2 }, 'x:length > 0'],
  ['relation', { maxSelect: null }, 'x:length > 0'],
  ['file', { maxSelect: 1 }, 'x != ""'],
])('a removed %s field with %j has values where %s', (type, options, filter) => {
  const [loss] = lossesIn([rawOf('a', 'one', [typed(type, options)])], [rawOf('a', 'one')], deleting);
  expect(loss).toMatchObject({ kind: 'field-removed', text: 'Removed field x', filter });
});

test('a field of the same name with another id is another field', () => {
  const fresh = { ...typed('text', {}), id: 'f2' };
  const text = 'Replaced field x with a new one of another id';
  expect(lossesOfField(typed('text', {}), fresh, deleting)).toEqual([['field-removed', text, 'x != ""']]);
  expect(lossesOfField(typed('text', {}), fresh, keeping)).toEqual([]);
});

test('what the backend refuses needs no warning: another type of a field', () => {
  expect(lossesOfField(typed('text', { max: 9 }), typed('number', { max: 3 }), deleting)).toEqual([]);
});

test.each([
  ['select', { maxSelect: 3, values: ['a', 'b', 'c'] }, { maxSelect: 1, values: ['a', 'b', 'c'] }],
  ['relation', { collectionId: 'a', maxSelect: null }, { collectionId: 'a', maxSelect: 1 }],
  ['file', { maxSelect: 3 }, { maxSelect: 1 }],
])('a %s field that becomes single keeps one value, also without deleting', (type, from, to) => {
  const text = 'Multiple to single value conversion of field y (will keep only the last array item)';
  const fresh = { ...typed(type, to), name: 'y' };
  expect(lossesOfField(typed(type, from), fresh)).toEqual([['to-single', text, 'x:length > 1']]);
  expect(lossesOfField(fresh, typed(type, from))).toEqual([]);
  const losses = lossesIn([rawOf('a', 'one', [typed(type, from)])], [rawOf('a', 'one', [fresh])], keeping);
  const question =
    'Do you really want to keep only the last value of each record in the following fields:\n- one.x (f1)';
  expect(lossQuestion(losses, new Map())).toBe(question);
  expect(lossQuestion(losses, new Map(losses.map((loss) => [loss, 2])))).toBe(
    `${question}\n\nRecords with this data:\n- one.x: 2 records`,
  );
});

test('removed choices stay stored: the filter quotes them', () => {
  const values = ['a', 'b "c"'];
  const select = (maxSelect: number, ...left: string[]) => typed('select', { maxSelect, values: left });
  expect(lossesOfField(select(2, ...values), select(2, 'a'))).toEqual([
    ['misfit', expect.stringMatching(/^Removed choice .* of field x$/), 'x:each ?= "b \\"c\\""'],
  ]);
  const losses = lossesIn(
    [rawOf('a', 'one', [select(1, 'a', 'b')])],
    [rawOf('a', 'one', [select(1, 'b')])],
    deleting,
  );
  expect(losses.map(({ filter }) => filter)).toEqual(['x = "a"']);
  expect(lossQuestion(losses, new Map())).toBeUndefined();
  // A field that becomes single drops some of the values that do not fit.
  expect(lossesOfField(select(2, ...values), select(1, 'a')).map(([, , filter]) => filter)).toEqual([
    'x:length > 1',
    undefined,
  ]);
});

/** Each is narrower than the option before it, and wider the other way round. */
test.each<[type: string, option: string, wide: unknown, narrow: unknown, filter: string | undefined]>([
  ['text', 'max', null, 3, 'x ~ "____%"'],
  ['text', 'max', null, 2000, undefined],
  ['text', 'max', 3, 0, 'x ~ "_%"'],
  ['text', 'max', 9, 2, 'x ~ "___%"'],
  ['text', 'min', null, 2, 'x != "" && x !~ "__%"'],
  ['text', 'pattern', '', '^a$', undefined],
  ['number', 'max', null, 0, 'x > 0 && x != 0'],
  ['number', 'max', 9, 2.5, 'x > 2.5 && x != 0'],
  ['number', 'min', -9, -2, 'x < -2 && x != 0'],
  ['number', 'noDecimal', false, true, undefined],
  ['date', 'max', '', '2024-05-01', 'x > "2024-05-01 00:00:00.000Z"'],
  ['date', 'min', '2024-05-01 00:00:00.000Z', '2024-05-02', 'x != "" && x < "2024-05-02 00:00:00.000Z"'],
  ['select', 'maxSelect', 3, 2, 'x:length > 2'],
  ['file', 'maxSelect', 3, 2, 'x:length > 2'],
  ['relation', 'maxSelect', null, 2, 'x:length > 2'],
  ['relation', 'minSelect', null, 2, 'x:length > 0 && x:length < 2'],
  ['json', 'maxSize', 2000, 2, undefined],
  ['email', 'onlyDomains', null, ['a.com'], undefined],
  ['url', 'exceptDomains', [], ['a.com'], undefined],
])('%s: %s from %j to %j makes values unfit', (type, option, wide, narrow, filter) => {
  const [old, fresh] = [typed(type, { [option]: wide }), typed(type, { [option]: narrow })];
  expect(lossesOfField(old, fresh)).toEqual([['misfit', expect.stringContaining(' of field x: '), filter]]);
  expect(lossesOfField(fresh, old)).toEqual([]);
});

/** Limits that are as wide as before, or on the border of what a filter can find. */
test.each([
  ['number', 'max', 3, 3, []],
  ['number', 'min', 3, 3, []],
  // Two texts of one moment.
  ['date', 'max', '2024-05-01', '2024-05-01 00:00:00.000Z', []],
  ['date', 'max', '', '2024-05-01T99:00:00+02:00', []],
  ['text', 'max', null, 999, [`x ~ "${'_'.repeat(1000)}%"`]],
  ['text', 'max', null, 1000, [undefined]],
  ['text', 'max', null, -5, ['x ~ "_%"']],
  ['text', 'min', 0, 1000, [`x != "" && x !~ "${'_'.repeat(1000)}%"`]],
  ['text', 'min', 0, 1001, [undefined]],
  ['email', 'onlyDomains', ['a'], ['b', 'a'], []],
  ['url', 'onlyDomains', ['a'], [], []],
  ['url', 'onlyDomains', ['a', 'b'], ['b'], [undefined]],
  ['email', 'exceptDomains', ['a'], ['b'], [undefined]],
  ['url', 'exceptDomains', ['a', 'b'], ['a'], []],
  ['file', 'maxSize', 9, 1, []],
] as const)('%s: %s from %j to %j: %j', (type, option, from, to, filters) => {
  const losses = lossesOfField(typed(type, { [option]: from }), typed(type, { [option]: to }));
  expect(losses.map(([, , filter]) => filter)).toEqual(filters);
});

test('options that change no stored value need no warning', () => {
  const file = { maxSelect: 1, maxSize: 9, mimeTypes: [], thumbs: ['9x9'], protected: true };
  expect(
    lossesOfField(typed('file', file), typed('file', { ...file, maxSize: 1, mimeTypes: ['a/b'] })),
  ).toEqual([]);
  expect(lossesOfField(typed('editor', {}), typed('editor', { convertUrls: true }))).toEqual([]);
});

test('the domains of an auth collection are compared', () => {
  const auth = (options: object) => rawOf('u', 'users', [], { type: 'auth', options });
  const losses = lossesIn(
    [auth({ onlyEmailDomains: null })],
    [auth({ onlyEmailDomains: ['a.com'] })],
    keeping,
  );
  expect(losses).toMatchObject([{ kind: 'misfit', path: 'users.email', text: 'Only domains: none → a.com' }]);
  expect(lossesIn([auth({ onlyEmailDomains: ['a.com'] })], [auth({})], keeping)).toEqual([]);
  const except = [auth({}), auth({ exceptEmailDomains: ['a.com'] })] as const;
  expect(lossesIn([except[0]], [except[1]], keeping).map(({ text }) => text)).toEqual([
    'Except domains: none → a.com',
  ]);
  expect(lossesIn([except[1]], [except[0]], keeping)).toEqual([]);
  const narrowed = (from: object, to: object) => lossesIn([auth(from)], [auth(to)], keeping);
  expect(narrowed({ onlyEmailDomains: ['a', 'b'] }, { onlyEmailDomains: ['a'] })).toHaveLength(1);
  expect(narrowed({ exceptEmailDomains: ['a'] }, { exceptEmailDomains: ['a', 'b'] })).toHaveLength(1);
});

test.each<[Loss['kind'], unknown: string, none: string, one: string, many: string]>([
  [
    'collection-deleted',
    'its records are deleted',
    'it has no records',
    '1 record is deleted',
    '2 records are deleted',
  ],
  [
    'field-removed',
    'its values are deleted',
    'no record has a value',
    '1 record loses its value',
    '2 records lose their value',
  ],
  [
    'to-single',
    'records with several values lose all but the last',
    'no record has several values',
    '1 record loses its other values',
    '2 records lose their other values',
  ],
  [
    'misfit',
    "records whose value doesn't fit keep it, but can't be saved until it is changed",
    'all values fit',
    "1 record keeps a value that no longer fits, and can't be saved until it is changed",
    "2 records keep values that no longer fit, and can't be saved until they are changed",
  ],
])('describes %s with and without a count', (kind, ...texts) => {
  const loss: Loss = { kind, collectionId: 'a', collection: 'one', path: 'one.x', text: '', filter: 'x' };
  expect([undefined, 0, 1, 2].map((count) => lossNote(loss, count))).toEqual(texts);
});
