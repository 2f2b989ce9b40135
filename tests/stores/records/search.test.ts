import { expect, test } from 'vitest';
import { queryLength } from '#domain/app/query-length.ts';
import { typedOperand } from '#domain/records/filter-builder/operand.ts';
import { searchOf } from '#domain/records/search-filter.ts';
import { setFilter } from '#stores/app/list-address.ts';
import { $query, go } from '#stores/app/route.ts';
import { loadCollections } from '#stores/collections/list.ts';
import { $records, $total, listedQuery } from '#stores/records/list.ts';
import {
  createCollection,
  createRecord,
  createRecords,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { pathOf } from '#tests/support/filter-scope.ts';
import { dialect } from '#wire/dialect.ts';
import { answerRequests, watchRequests } from '../network-fixture.ts';
import { loaded, rows, startRecordsPage } from './list-fixture.ts';
import { backend, toasts, toCollection, until } from './record-fixture.ts';

/** Texts with characters that are special in the backend's filter parser, in LIKE or in addresses. */
const DIFFICULT = [
  'say "hi"',
  "it's",
  'back\\slash',
  'two\\\\slashes',
  'ends with\\',
  '\\"both\\"',
  '50% off',
  'snake_case',
  '0123',
  '12345678901234567890',
  '+5 points',
  'a && b || c // d',
  '{:p1} (@now) null',
  '# & ? %20 +',
  '👩‍👩‍👧‍👦 é',
  '|b|bold|/b|',
];

/** Texts that must not match the texts above. */
const NEIGHBOURS = ['50 percent off', 'snakeXcase', 'back/slash', 'two\\slashes', 'say hi', '123'];

startRecordsPage();

test('[RL-10] finds exactly the typed text with any characters', async () => {
  const all = [...DIFFICULT, ...NEIGHBOURS];
  const { id } = await createCollection(backend().api, {
    name: uniqueName('notes'),
    fields: [field('text')],
  });
  await createRecords(backend().api, id, all.length, (index) => ({ text: all[index] ?? '' }));
  await loadCollections();
  go('collections', { collectionId: id, sort: '+created' });
  await until($total, (total) => total === all.length);
  await loaded();
  const texts = () => rows().map((row) => row['text']);
  for (const text of DIFFICULT) {
    setFilter(text);
    expect($query.get()['filter']).toBe(text);
    const expected = all.filter((other) => other.includes(text));
    await until($records, (list) => list.state === 'ready' && !list.loading);
    await expect.poll(texts, { message: text }).toEqual(expected);
    await until($total, (total) => total === expected.length);
  }
});

const OPERATORS = [
  ...['https://shop.example/?ref=42', 'SGVsbG8gd29ybGQ=', 'C# => F#', 'I <3 tea', '2 < 3', 'a~b'],
  ...['plain words', 'x="1" && y=2'],
];

test('[TR-05] a text with an operator that names no field is searched, also in quotes', async () => {
  const { id } = await createCollection(backend().api, {
    name: uniqueName('notes'),
    fields: [field('note')],
  });
  await createRecords(backend().api, id, OPERATORS.length, (index) => ({ note: OPERATORS[index] ?? '' }));
  await loadCollections();
  for (const text of OPERATORS)
    for (const typed of [text, `"${text.replaceAll('"', '\\"')}"`]) {
      go('collections', { collectionId: id, filter: typed });
      await loaded();
      expect([typed, rows().map((row) => row['note'])]).toEqual([typed, [text]]);
    }
});

const NAMES = [
  'Мария Петрова',
  'Öztürk Aylin',
  'Łukasz Żak',
  'Émile Zola',
  'Γιώργος',
  'ΚΩΣΤΑΣ',
  'İLHAN ŞAHİN',
];

test('[TR-06] letters of other alphabets are found in lower case, in capitals and capitalised', async () => {
  const { id } = await createCollection(backend().api, {
    name: uniqueName('names'),
    fields: [field('name'), field('age', 'number'), field('data', 'json')],
  });
  await createRecords(backend().api, id, NAMES.length, (index) => ({ name: NAMES[index] ?? '' }));
  await createRecord(backend().api, id, { data: { by: '"МАРИЯ" & Co' } });
  await loadCollections();
  for (const [text, ...expected] of [
    ['мария', 'Мария Петрова', { by: '"МАРИЯ" & Co' }],
    ['"мария" &', { by: '"МАРИЯ" & Co' }],
    ['ПЕТРОВА', 'Мария Петрова'],
    ['öztürk', 'Öztürk Aylin'],
    ['żak', 'Łukasz Żak'],
    ['łukasz żak', 'Łukasz Żak'],
    ['émile', 'Émile Zola'],
    ['γιώργος', 'Γιώργος'],
    ['ΓΙΏΡΓΟΣ', 'Γιώργος'],
    ['κωσ', 'ΚΩΣΤΑΣ'],
    ['şahin', 'İLHAN ŞAHİN'],
    ['zola'.toUpperCase(), 'Émile Zola'],
  ]) {
    go('collections', { collectionId: id, sort: '+created', filter: String(text) });
    await loaded();
    expect([text, ...rows().map(({ name, data }) => name || data)]).toEqual([text, ...expected]);
  }
});

test.each([414, 431])('a search that a proxy finds too long says so: %i', async (status) => {
  const { id } = await createCollection(backend().api, {
    name: uniqueName('wide'),
    fields: [field('text')],
  });
  await loadCollections();
  go('collections', { collectionId: id });
  await loaded();
  const stop = answerRequests(
    ({ path, params }) => path.includes(`/${id}/`) && params['filter'] !== '',
    () => new Response('<p>Too long</p>', { status, headers: { 'Content-Type': 'text/html' } }),
  );
  setFilter('a');
  await until($records, ({ state }) => state === 'failed');
  expect(toasts()).toEqual([
    'The request is too long for a server on its way. Search for less, or in one field: title ~ "text".',
  ]);
  stop();
});

test('finds the typed text beside fields whose names begin with a digit', async () => {
  const { id } = await createCollection(backend().api, {
    name: uniqueName('sales'),
    fields: [field('region'), field('1st_half'), field('2023', 'number')],
  });
  const regions = ['north 2023', 'south'];
  await createRecords(backend().api, id, 2, (index) => ({
    region: regions[index],
    '2023': 5,
    '1st_half': 'a',
  }));
  await loadCollections();
  go('collections', { collectionId: id, filter: '2023' });
  await loaded();
  expect(rows().map((row) => row['region'])).toEqual(['north 2023']);
});

test('finds the typed text in lists and in JSON, whatever it has', async () => {
  const values = ['R&D', '19" rack', 'C:\\temp', 'ends with\\', 'plain'];
  const { id } = await createCollection(backend().api, {
    name: uniqueName('kept'),
    fields: [field('tags', 'select', { max: 2, choices: values }), field('data', 'json')],
  });
  await createRecords(backend().api, id, values.length, (index) => ({ tags: [values[index]] }));
  await createRecords(backend().api, id, values.length, (index) => ({ data: { name: values[index] } }));
  await loadCollections();
  for (const value of values) {
    go('collections', { collectionId: id, sort: '+created', filter: value });
    await loaded();
    expect(rows().map(({ tags, data }) => [tags, data])).toEqual([
      [[value], null],
      [[], { name: value }],
    ]);
  }
});

test('finds a number however it is typed', async () => {
  const { id } = await createCollection(backend().api, {
    name: uniqueName('prices'),
    fields: [field('price', 'number')],
  });
  const prices = [1.5, 7, 1e-7, 1e21];
  await createRecords(backend().api, id, prices.length, (index) => ({ price: prices[index] }));
  await loadCollections();
  const found = [];
  for (const typed of ['1.50', '007', '0.0000001', '1000000000000000000000']) {
    const operand = typedOperand(pathOf('number'), '=', typed);
    go('collections', { collectionId: id, filter: `price = ${'right' in operand ? operand.right : '?'}` });
    await loaded();
    found.push(rows().map((row) => row['price']));
  }
  expect(found).toEqual(prices.map((price) => [price]));
});

test('[TR-45] a search that has no room for all fields says in which it looked', async () => {
  const fields = Array.from({ length: 60 }, (_, index) =>
    index % 2 ? field(`n${index}`, 'number') : field(`t${index}`, 'text', { isPresentable: index === 58 }),
  );
  const created = await createCollection(backend().api, { name: uniqueName('wide'), fields });
  await createRecord(backend().api, created.id, { t58: 'Красная Площадь', t0: 'п'.repeat(150) });
  await loadCollections();
  const lengths: number[] = [];
  // The fields that are shown come first, then texts.
  for (const [text, first] of [
    ['a', undefined],
    ['площадь', ['t58', 't0']],
    ['красная площадь', ['t58', 't0']],
    ['П'.repeat(150), ['t58']],
    ['п'.repeat(500), ['t58']],
  ] as const) {
    go('collections', { collectionId: created.id, filter: text });
    await loaded();
    const { filter, only } = searchOf(toCollection(created), text, dialect().limits);
    expect(only?.slice(0, 2)).toEqual(first);
    expect(listedQuery()?.filter).toBe(filter);
    lengths.push(queryLength({ filter }));
    if (/^(?:пл|кр)/.test(text)) expect(rows()).toHaveLength(1);
  }
  // Of the last text, only the beginning has room.
  expect(searchOf(toCollection(created), 'п'.repeat(500), dialect().limits).isCut).toBe(true);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(1800);
});

test('[TR-47] a filter whose later pages would be refused is not sent', async () => {
  const { id } = await createCollection(backend().api, {
    name: uniqueName('long'),
    fields: [field('title')],
  });
  await createRecord(backend().api, id, { title: 'a' });
  await loadCollections();
  const { requests, stop } = watchRequests();
  const filterOf = (bytes: number) => `title!="${'x'.repeat(bytes - queryLength({ filter: 'title!=""' }))}"`;
  for (const [bytes, count] of [
    [1800, 1],
    [1801, 0],
  ] as const) {
    go('collections', { collectionId: id, filter: filterOf(bytes) });
    await until($total, (total) => total === count);
    await loaded();
    const list = $records.get();
    expect([bytes, rows().length, 'isRefused' in list]).toEqual([bytes, count, count === 0]);
  }
  stop();
  const lengths = requests.flatMap(({ params: { filter } }) => (filter ? [queryLength({ filter })] : []));
  expect(new Set(lengths)).toEqual(new Set([1800]));
});

test('[TR-06] a text whose other spellings have no room is searched as it was typed', async () => {
  const created = await createCollection(backend().api, { name: uniqueName('texts'), fields: [field('t')] });
  const searches = [30, 75, 250, 500].map((length) =>
    searchOf(toCollection(created), 'п'.repeat(length), dialect().limits),
  );
  expect(searches.map(({ isAsTyped, isCut }) => [isAsTyped, isCut])).toEqual([
    [false, false],
    [false, false],
    [true, false],
    [false, true],
  ]);
});
