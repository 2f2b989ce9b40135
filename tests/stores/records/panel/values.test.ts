import { beforeAll, expect, test } from 'vitest';
import { FALLBACK_MESSAGE } from '#domain/app/api-error.ts';
import { zoneOf } from '#domain/app/zone.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { compactJson, type FormValues } from '#domain/field-types/form-value.ts';
import { createRecordPanel } from '#stores/records/panel/panel.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { backend, browser, toasts, toCollection } from '../record-fixture.ts';
import { createPostsCollection, openPanel, spyOnForms, stored } from './panel-fixture.ts';

test('the toast contains the error of a field that the panel does not show', async () => {
  const created = await createCollection(backend().api, {
    name: uniqueName('secrets'),
    fields: [field('title', 'text', { isRequired: true }), field('secret', 'text', { isRequired: true })],
  });
  const collection = toCollection(created);
  const panel = createRecordPanel({
    collection: { ...collection, fields: collection.fields.filter(({ name }) => name === 'title') },
  });
  expect(await panel.save()).toBe(false);
  expect(panel.$errors.get()).toMatchObject({ title: 'Missing required value.' });
  expect(toasts()).toEqual([`${FALLBACK_MESSAGE} secret: Missing required value.`]);
  panel.dispose();
});

test('[TR-60] a problem found by the form is shown beside its field alone, and nothing is sent', async () => {
  const { collection } = await createPostsCollection();
  const panel = createRecordPanel({ collection });
  panel.set('due', 'soon');
  const amount = { code: 'invalid_number', message: 'Enter a valid number.' };
  expect(await panel.save({ problems: { amount } })).toBe(false);
  expect(Object.keys(panel.$errors.get()).sort()).toEqual(['amount', 'due']);
  expect(panel.$errors.get()['amount']).toBe('Enter a valid number.');
  // The fields say it.
  expect(toasts()).toEqual([]);
  panel.dispose();
});

test.each([
  ['2022-01-01', '2022-01-01 00:00:00.000Z'],
  ['2022-01-01 10:30', '2022-01-01 10:30:00.000Z'],
  ['2022-01-01T10:30:00+05:00', '2022-01-01 05:30:00.000Z'],
  ['2022-01-01 10:30:15.250', '2022-01-01 10:30:15.250Z'],
])('the date %s is stored as %s without a warning', async (typed, due) => {
  const { collection, created } = await createPostsCollection();
  const row = await createRecord(backend().api, created.name, { title: 'a' });
  const panel = await openPanel(collection, row.id);
  panel.set('due', typed);
  expect(await panel.save({ keepOpen: true })).toBe(true);
  expect(toasts()).toEqual(['Successfully updated record.']);
  expect(await stored(created.name, row.id)).toMatchObject({ due });
  panel.set('due', due.slice(0, 19));
  expect(panel.$isDirty.get()).toBe(false);
  panel.dispose();
});

test('[RP-12] a duplicate keeps the milliseconds of a date', async () => {
  const { collection, created } = await createPostsCollection();
  const due = '2026-11-05 12:00:00.123Z';
  const row = await createRecord(backend().api, created.name, { title: 'a', due });
  const copies: FormValues[] = [];
  const panel = createRecordPanel({
    collection,
    recordId: row.id,
    onDuplicate: (values) => copies.push(values),
  });
  await expect.poll(() => panel.$record.get().state).toBe('ready');
  await panel.duplicate();
  const copy = createRecordPanel({ collection, ...(copies[0] ? { initial: copies[0] } : {}) });
  expect(await copy.save({ keepOpen: true })).toBe(true);
  expect(await stored(created.name, copy.$recordId.get() ?? '')).toMatchObject({ title: 'a', due });
  expect(toasts()).toEqual(['Successfully created record.']);
  copy.dispose();
});

test('fields may have the names of object members', async () => {
  const names = ['constructor', 'toString', '__proto__'];
  const created = await createCollection(backend().api, {
    name: uniqueName('odd'),
    fields: names.map((name) => field(name, 'text', { max: 6 })),
  });
  const collection = toCollection(created);
  const ownValue = (values: object, name: string) => Object.getOwnPropertyDescriptor(values, name)?.value;
  const panel = createRecordPanel({ collection });
  expect(panel.$errors.get()).toEqual({});
  expect(panel.$isDirty.get()).toBe(false);

  for (const name of names) panel.set(name, 'far too long');
  expect(await panel.save()).toBe(false);
  expect(Object.keys(panel.$errors.get()).sort()).toEqual([...names].sort());
  expect(toasts()).toEqual([FALLBACK_MESSAGE]);

  for (const name of names) panel.set(name, `a\n${name.slice(0, 2)}`);
  expect(panel.$errors.get()).toEqual({});
  expect(await panel.save({ keepOpen: true })).toBe(true);
  const id = panel.$recordId.get() ?? '';
  const row = await stored(created.name, id);
  for (const name of names) expect(ownValue(row, name)).toBe(`a\n${name.slice(0, 2)}`);
  panel.dispose();

  const edited = await openPanel(collection, id);
  expect(edited.$isDirty.get()).toBe(false);
  edited.set('__proto__', 'typed');
  browser.dispatch('pagehide');
  edited.dispose();
  const restored = await openPanel(collection, id);
  expect(ownValue(restored.$offeredDraft.get()?.values ?? {}, '__proto__')).toBe('typed');
  restored.restoreDraft();
  expect(ownValue(restored.$values.get(), '__proto__')).toBe('typed');
  expect(await restored.save()).toBe(true);
  expect(ownValue(await stored(created.name, id), '__proto__')).toBe('typed');
  restored.dispose();
});

const LONG = `{"rows":[${Array.from({ length: 15_000 }, (_, at) => `${at}.10`).join(',')}]}`;

const DOCUMENTS: readonly (readonly [string, string])[] = [
  ['null', 'null'],
  ['true', 'true'],
  ['false', 'false'],
  ['an empty text', '""'],
  ['a text of digits', '"123"'],
  ['the text true', '"true"'],
  ['the text null', '"null"'],
  ['a text with spaces around it', '"  a  "'],
  ['a text with line breaks', '"a\\nb\\r\\nc"'],
  ['a text with quotes and backslashes', '"\\"\\\\\\/"'],
  ['a script tag', '"<script>alert(1)</script> & more"'],
  ['line separators', '"\u2028\u2029"'],
  ['emoji and an RTL override', '"😀\u202eabc"'],
  ['an escaped null byte', '"\\u0000"'],
  ['a lone surrogate', '"\\ud800"'],
  ['an integer above 2^53', '9007199254740993'],
  ['the largest integer', '9223372036854775807'],
  ['an empty list', '[]'],
  ['an empty object', '{}'],
  [
    'numbers with all their digits',
    '{"a":1.10,"b":9007199254740993,"c":1e400,"d":-0,"e":18446744073709551616}',
  ],
  ['a duplicate name', '{"a":1,"a":2}'],
  ['the order of names', '{"b":1,"10":2,"a":3,"2":4}'],
  ['a prototype', '{"__proto__":{"x":1}}'],
  ['2,000 levels', `${'['.repeat(2000)}1.10${']'.repeat(2000)}`],
  ['140 kB', LONG],
];

async function setUp() {
  const created = await createCollection(backend().api, {
    name: uniqueName('json'),
    fields: [field('doc', 'json', { maxSize: 1_000_000 }), field('title')],
  });
  const stored = (id: string) =>
    backend().sql(`select cast(doc as text) as doc from ${created.name} where id = ?`, [id])[0]?.['doc'];
  return { collection: toCollection(created), created, stored };
}

test.each(DOCUMENTS)('[RF-10] keeps %s byte for byte', async (_name, source) => {
  const { collection, stored } = await setUp();
  const panel = createRecordPanel({ collection });
  panel.set('doc', source);
  expect(await panel.save({ keepOpen: true })).toBe(true);
  const id = panel.$recordId.get() ?? '';
  expect(stored(id)).toBe(source);

  // Opened again, the editor shows the same document, and saving another field does not change it.
  const again = await openPanel(collection, id);
  expect(compactJson(String(again.$values.get()['doc']))).toBe(source);
  again.set('title', 'other');
  expect(await again.save({ keepOpen: true })).toBe(true);
  expect(stored(id)).toBe(source);

  // Typed with other whitespace and another element, the rest keeps its digits.
  again.set('doc', `  [ ${String(again.$values.get()['doc'])},\r\n 1.10 ]\n`);
  expect(await again.save()).toBe(true);
  expect(stored(id)).toBe(`[${source},1.10]`);
});

test('[RF-10] sends null for an empty editor', async () => {
  const { collection, stored } = await setUp();
  const panel = createRecordPanel({ collection });
  panel.set('doc', ' \n');
  expect(await panel.save({ keepOpen: true })).toBe(true);
  expect(stored(panel.$recordId.get() ?? '')).toBe('null');
  panel.dispose();
});

test('does not change a document that another client stored with spaces', async () => {
  const { collection, created, stored } = await setUp();
  const row = await createRecord(backend().api, created.name, { doc: '[1, 2.50 ,3]' });
  const panel = await openPanel(collection, row.id);
  panel.set('title', 'other');
  expect(await panel.save()).toBe(true);
  expect(stored(row.id)).toBe('[1, 2.50 ,3]');
});

test('reports that a document of one number lost digits in the database', async () => {
  const { collection, stored } = await setUp();
  const panel = createRecordPanel({ collection });
  panel.set('doc', '1.10');
  expect(await panel.save({ keepOpen: true })).toBe(true);
  expect(stored(panel.$recordId.get() ?? '')).toBe('1.1');
  expect(toasts()).toContain('The backend stored other values than were typed: doc.');
  panel.dispose();
});

test.each([
  ['1234567.5', '1.2345675e+06'],
  ['999999.5', '999999.5'],
  ['0.00001234', '1.234e-05'],
  ['-0.00012', '-0.00012'],
])('reports that %s is stored as %s, if that has other digits', async (typed, expected) => {
  const { collection } = await setUp();
  const panel = createRecordPanel({ collection });
  panel.set('doc', typed);
  expect(await panel.save({ keepOpen: true })).toBe(true);
  const message = 'The backend stored other values than were typed: doc.';
  expect(toasts().includes(message)).toBe(typed !== expected);
  const again = await openPanel(collection, panel.$recordId.get() ?? '');
  expect(again.$values.get()['doc']).toBe(expected);
  panel.dispose();
});

let collection: Collection;

beforeAll(async () => {
  const created = await createCollection(backend().api, {
    name: uniqueName('dated'),
    fields: [field('due', 'date'), field('other')],
  });
  collection = toCollection(created);
});

/** The text in the column, without what the backend makes of it. */
const storedText = (id: string): unknown =>
  backend().sql(`select cast(due as text) due from ${collection.name} where id='${id}'`)[0]?.['due'];

const ZONES = ['America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Europe/Berlin'].map((id) => {
  const zone = zoneOf(id);
  if (!zone) throw new Error(id);
  return zone;
});

test.each([
  '2026-11-05 12:00:00.123Z',
  '2026-11-05 12:00:00.000Z',
  // Both hours that the clock of New York, of Lord Howe or of Berlin shows twice, and those around the ones it skips.
  '2026-11-01 05:30:00.001Z',
  '2026-11-01 06:30:00.999Z',
  '2026-04-04 14:45:00.500Z',
  '2026-04-04 15:15:00.500Z',
  '2026-10-25 00:30:00.120Z',
  '2026-10-25 01:30:00.120Z',
  '2026-03-08 06:59:59.999Z',
  '2026-03-29 01:00:00.000Z',
  '0001-01-02 00:00:00.000Z',
  '9999-12-31 23:59:59.999Z',
  '1883-11-18 17:00:00.000Z',
  '',
])(
  '[33.3] %j stays in the database when it is shown, typed again, and another field is saved',
  async (due) => {
    const { id } = await createRecord(backend().api, collection.id, { due });
    for (const zone of ZONES) {
      const panel = await openPanel(collection, id);
      const value = String(panel.$values.get()['due']);
      panel.set('due', zone.typed(`${zone.edited(value)}1`, value));
      panel.set('due', zone.typed(zone.edited(value), value));
      expect(panel.$isDirty.get()).toBe(false);
      panel.set('other', zone.id);
      const { forms, stop } = spyOnForms();
      expect(await panel.save()).toBe(true);
      stop();
      expect(forms.map((parts) => parts.map(([part]) => part))).toEqual([['other']]);
      expect(storedText(id)).toBe(due);
    }
  },
);

test.each([
  ['America/New_York', '2026-11-05 08:15:00', '2026-11-05 13:15:00.000Z'],
  ['America/New_York', '2026-11-01 01:30:00', '2026-11-01 05:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-04 02:15:00.25', '2026-10-03 15:45:00.250Z'],
  ['Asia/Kathmandu', '2026-11-05', '2026-11-04 18:15:00.000Z'],
])('[33.3] typed in %s, %s is stored as %s', async (id, typed, stored) => {
  const zone = zoneOf(id);
  const record = await createRecord(backend().api, collection.id, { due: '2026-01-01 00:00:00.123Z' });
  const panel = await openPanel(collection, record.id);
  panel.set('due', zone?.typed(typed, '2026-01-01 00:00:00.123Z') ?? '');
  expect(await panel.save()).toBe(true);
  expect(storedText(record.id)).toBe(stored);
});

test.each([
  ['Asia/Kathmandu', '2026-13-01 10:00'],
  ['America/New_York', '9999-12-31 23:00'],
])('typed in %s, %s is refused beside the field before anything is sent', async (id, typed) => {
  const record = await createRecord(backend().api, collection.id, { due: '2026-01-01 00:00:00.123Z' });
  const panel = await openPanel(collection, record.id);
  panel.set('due', zoneOf(id)?.typed(typed, '') ?? '');
  const { forms, stop } = spyOnForms();
  expect(await panel.save()).toBe(false);
  stop();
  expect(forms).toEqual([]);
  expect(storedText(record.id)).toBe('2026-01-01 00:00:00.123Z');
});
