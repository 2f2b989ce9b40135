import { beforeAll, expect, test } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import type { FormValue } from '#domain/field-types/form-value.ts';
import { createRecordPicker } from '#stores/field-types/record-picker.ts';
import { createRecordPanel } from '#stores/records/panel/panel.ts';
import { HOSTILE } from '#tests/stores/hostile-texts.ts';
import { createCollection, createRecords, field, uniqueName } from '#tests/support/factories.ts';
import { hostileStrings } from '#tests/support/hostile.ts';
import { backend, chosenIn, toasts, toCollection, until } from '../record-fixture.ts';
import { openPanel, spyOnForms } from './panel-fixture.ts';

let collection: Collection;
let related: Collection;
let relatedIds: string[];

beforeAll(async () => {
  const { api } = backend();
  related = toCollection(
    await createCollection(api, { name: uniqueName('related'), fields: [field('name')] }),
  );
  relatedIds = (await createRecords(api, related.name, 12, (index) => ({ name: `r${index}` }))).map(
    ({ id }) => id,
  );
  const created = await createCollection(api, {
    name: uniqueName('trip'),
    fields: [
      field('text'),
      field('number', 'number'),
      field('bool', 'bool'),
      field('email', 'email'),
      field('url', 'url'),
      field('editor', 'editor'),
      field('date', 'date'),
      field('choice', 'select', { choices: CHOICES }),
      field('choices', 'select', { max: CHOICES.length, choices: CHOICES }),
      field('links', 'relation', { collectionId: related.id, max: null }),
      field('other'),
    ],
  });
  collection = toCollection(created);
});

const CHOICES = [
  'a',
  'B',
  '1',
  'true',
  'null',
  'with space',
  'ü',
  '😀',
  '"',
  '<b>',
  "it's",
  '[]',
  '{}',
  '\\',
  '%',
  '-',
];

type Values = Readonly<Record<string, readonly [typed: FormValue, stored: unknown]>>;

const kept = (values: readonly FormValue[]) => values.map((value) => [value, value] as const);

/** Values of each field, and what is stored of them. */
const VALUES: Readonly<Record<string, readonly Values[string][]>> = {
  text: kept([...HOSTILE, ...Object.values(hostileStrings)]),
  editor: kept(HOSTILE),
  number: [
    ['0', 0],
    ['-1', -1],
    ['1.5', 1.5],
    ['-0.1', -0.1],
    ['1.10', 1.1],
    ['1e21', 1e21],
    ['1e-7', 1e-7],
    ['.5', 0.5],
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['5e-324', Number.MIN_VALUE],
    ['0.1234567890123456', 0.1234567890123456],
    ['0.30000000000000004', 0.30000000000000004],
    ['123456789.12345679', 123456789.12345679],
    ['', 0],
  ],
  bool: kept([true, false]),
  email: kept([
    'a@example.com',
    'a+b@example.com',
    'a.b-c_d@sub.example.co',
    'UPPER@Example.COM',
    '1@2.io',
    'x@xn--bcher-kva.example',
    "o'neil@example.com",
    'a%b@example.com',
    'a=b@example.com',
    '!#$&*@example.com',
    '1234567890@example.com',
    'user@sub.sub.sub.example.com',
    'user@example.museum',
    'a.b.c.d@example.co.uk',
    `${'l'.repeat(64)}@example.com`,
    '',
  ]),
  url: kept([
    'https://example.com',
    'http://example.com/',
    'https://example.com/?a=1&b=2#c',
    'https://example.com/%F0%9F%98%80',
    'https://example.com/😀',
    'https://bücher.example/ü?ü=ü',
    'https://user:pass@example.com:8080/',
    'http://localhost:3000',
    'http://127.0.0.1:1/',
    'http://localhost:8090/_/',
    'https://example.com/%3Cscript%3Ealert(1)%3C/script%3E',
    'https://xn--bcher-kva.example/',
    'https://EXAMPLE.COM/CaSe',
    'ftp://example.com/file',
    `https://example.com/${'a'.repeat(1000)}`,
    '',
  ]),
  date: [
    ['2026-11-05 12:00:00', '2026-11-05 12:00:00.000Z'],
    ['2026-11-05', '2026-11-05 00:00:00.000Z'],
    ['2026-11-05 12:34', '2026-11-05 12:34:00.000Z'],
    ['2024-02-29 23:59:59', '2024-02-29 23:59:59.000Z'],
    ['1970-01-01 00:00:00', '1970-01-01 00:00:00.000Z'],
    ['1969-12-31 23:59:59', '1969-12-31 23:59:59.000Z'],
    ['0001-01-02 00:00:00', '0001-01-02 00:00:00.000Z'],
    ['1582-10-10 00:00:00', '1582-10-10 00:00:00.000Z'],
    ['1582-10-15 00:00:00', '1582-10-15 00:00:00.000Z'],
    ['2038-01-19 03:14:08', '2038-01-19 03:14:08.000Z'],
    ['9999-12-31 23:59:59', '9999-12-31 23:59:59.000Z'],
    ['2026-03-29 02:30:00', '2026-03-29 02:30:00.000Z'],
    ['2026-10-25 01:30:00', '2026-10-25 01:30:00.000Z'],
    ['2026-11-05T12:00:00Z', '2026-11-05 12:00:00.000Z'],
    ['', ''],
  ],
  // For a single choice, the backend parses a text that is a JSON array.
  choice: kept(CHOICES.filter((choice) => choice !== '[]')),
  choices: kept([[], ['a'], [...CHOICES], CHOICES.toReversed()]),
};

/** One record has a value of each field, as long as there are more. */
const ROUNDS = Array.from(
  { length: Math.max(...Object.values(VALUES).map(({ length }) => length)) },
  (_, round): Values =>
    Object.fromEntries(
      Object.entries(VALUES).flatMap(([name, { [round]: value }]) => (value ? [[name, value]] : [])),
    ),
);

/** Creates a record with these values, reads it through the API, and saves another field of the record. */
async function roundTrip(values: Values): Promise<void> {
  const { api } = backend();
  const panel = createRecordPanel({ collection });
  for (const [name, [typed]] of Object.entries(values)) panel.set(name, typed);
  expect(await panel.save({ keepOpen: true })).toBe(true);
  const id = panel.$recordId.get() ?? '';
  panel.dispose();
  const stored = async () => {
    const record = await api.get(`/api/collections/${collection.id}/records/${id}`);
    return Object.keys(values).map((name) => [name, record[name]]);
  };
  const expected = Object.entries(values).map(([name, [, value]]) => [name, value]);
  expect(await stored()).toEqual(expected);
  const again = await openPanel(collection, id);
  again.set('other', 'x');
  const { forms, stop } = spyOnForms();
  expect(await again.save()).toBe(true);
  stop();
  expect(forms.map((parts) => parts.map(([part]) => part))).toEqual([['other']]);
  expect(await stored()).toEqual(expected);
}

test.each(ROUNDS)('keeps values of each field as they are typed', roundTrip);

test.each([
  ['number', '9007199254740993'],
  ['choice', '[]'],
])('reports that the backend can’t store the %s %s', async (name, value) => {
  const panel = createRecordPanel({ collection });
  panel.set(name, value);
  expect(await panel.save()).toBe(true);
  expect(toasts()).toContain(`The backend stored other values than were typed: ${name}.`);
});

/** Positions of the related records that a field holds, out of 12. */
const LINKS = [
  [],
  [0],
  [11],
  [0, 1],
  [1, 0],
  [11, 0, 5],
  [2, 4, 6, 8],
  [8, 6, 4, 2],
  [0, 1, 2, 3, 4, 5],
  [5, 4, 3, 2, 1, 0],
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
];

test.each(LINKS.map((positions) => [positions]))(
  'keeps the relations %j in the order of selection',
  async (positions) => {
    const picker = createRecordPicker({
      collection: related,
      ids: relatedIds.slice(3, 4),
      max: Number.POSITIVE_INFINITY,
    });
    await until(picker.$list, (list) => list.state === 'ready');
    await until(picker.$selectedState, (state) => state === 'ready');
    const list = picker.$list.get();
    const toggle = (position: number) => {
      const record = list.state === 'ready' && list.items.find(({ id }) => id === relatedIds[position]);
      if (!record) throw new Error(`The picker does not list record ${position}.`);
      picker.toggle(record);
    };
    toggle(3);
    for (const position of positions) toggle(position);
    const expected = positions.map((position) => relatedIds[position] ?? '');
    expect(chosenIn(picker)).toEqual(expected);
    picker.stop();
    await roundTrip({ links: [expected, expected] });
  },
);
