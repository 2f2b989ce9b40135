import { expect, test } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import { columnsOf, inOrder } from '#domain/collections/columns.ts';
import {
  differences,
  parseShownView,
  parseViews,
  type UsableView,
  usableView,
  type View,
  viewAt,
  viewContentOf,
} from '#domain/records/views/view.ts';
import { scopeOf } from '#tests/support/filter-scope.ts';
import { readCollection } from '#wire/collections.ts';

const text = (name: string, id = `id_${name}`) => ({ id, name, type: 'text', options: {} });
const collectionOf = (...schema: object[]): Collection =>
  readCollection({ id: 'posts', name: 'posts', type: 'base', schema });
const posts = collectionOf(text('title'), text('price'));
const viewOf = (values: Partial<View> = {}): View => ({
  ...{ id: 'a', name: 'A', collectionId: 'posts', collectionName: 'posts', isDefault: false },
  ...{ filter: '', sort: '', columns: [] },
  ...values,
});
const usable = (values: Partial<View>, collection = posts): UsableView =>
  usableView(viewOf(values), scopeOf(collection, [collection]));

const HOSTILE = [
  ...['', 'x', '{}', 'null', '[1, null, {}]', '[{"id":"a","name":"A"}]'],
  JSON.stringify([viewOf({ name: '' })]),
  JSON.stringify([{ ...viewOf(), filter: 1 }]),
  JSON.stringify([{ ...viewOf(), columns: [{ id: 1 }] }]),
];
test.each(HOSTILE)('reads no view from %s', (stored) => expect(parseViews(stored)).toEqual([]));

test('an id stands once among stored views', () => {
  const stored = JSON.stringify([viewOf(), viewOf({ name: 'B' })]);
  expect(parseViews(stored).map(({ name }) => name)).toEqual(['A']);
});

test('a collection has one default, whatever two administrators have chosen at once', () => {
  const stored = JSON.stringify(
    ['a', 'b', 'c'].map((id) =>
      viewOf({ id, isDefault: true, collectionId: id === 'c' ? 'other' : 'posts' }),
    ),
  );
  expect(parseViews(stored).map(({ isDefault }) => isDefault)).toEqual([true, false, true]);
});

test('a view keeps columns by id, and by name on another backend', () => {
  const content = viewContentOf(
    columnsOf(posts),
    { filter: 'price > 1', sort: '-price' },
    { hidden: ['id_title'], widths: { id_price: 120, gone: 5 } },
  );
  expect(content.columns).toEqual([
    { id: '@id', name: 'id' },
    { id: 'id_title', name: 'title', isHidden: true },
    { id: 'id_price', name: 'price', width: 120 },
    { id: '@created', name: 'created' },
    { id: '@updated', name: 'updated' },
  ]);
  const other = collectionOf(text('price', 'other'), text('headline', 'id_title'));
  expect(usable(content, other)).toMatchObject({
    arranged: {
      hidden: ['id_title'],
      widths: { other: 120 },
      order: ['@id', 'id_title', 'other', '@created', '@updated'],
    },
    lost: [],
  });
});

test.each([
  ['price > 1 && title = "a"', 'title = "a"', ['price']],
  ['title = "a" && (price > 1 || price = 0)', 'title = "a"', ['price']],
  ['price > 1', '', ['price']],
  ['a search', 'a search', []],
  ['', '', []],
  [' ', ' ', []],
  ['title = "price"', 'title = "price"', []],
  ['title   =  "kept as it is"', 'title   =  "kept as it is"', []],
  // The backend reads these words in any case.
  ['title != NULL && title != True', 'title != NULL && title != True', []],
])('without the field price, the filter %s becomes %s', (filter, left, lost) => {
  expect(usable({ filter }, collectionOf(text('title')))).toMatchObject({ filter: left, lost });
});

test.each([
  ['price > 1 && title = "price"', '-price,title', 'cost > 1 && title = "price"', '-cost,+title'],
  ['title ~ price:lower || price.x = 1', '', 'title ~ cost:lower || cost.x = 1', ''],
  ['title = 1', 'title', 'title = 1', 'title'],
])(
  'with price renamed to cost, the filter %s and the sort %s become %s and %s',
  (filter, sort, now, sorted) => {
    const { columns } = viewContentOf(columnsOf(posts), { filter, sort }, { hidden: [], widths: {} });
    // Another field has the old name.
    // Only JSON has something below it.
    const cost = { ...text('cost', 'id_price'), type: 'json' };
    const renamed = collectionOf(text('title'), cost, text('price', 'other'));
    expect(usable({ filter, sort, columns }, renamed)).toMatchObject({ filter: now, sort: sorted });
  },
);

test.each([
  ['-price,title', '+title'],
  ['-title', '-title'],
  ['', ''],
])('without the field price, the sort %s becomes %s', (sort, left) => {
  expect(usable({ sort }, collectionOf(text('title'))).sort).toBe(left);
});

test('of the columns that are gone, a view names those that it shows', () => {
  const columns = [
    { id: 'x', name: 'shown' },
    { id: 'y', name: 'hidden', isHidden: true },
  ];
  expect(usable({ columns })).toMatchObject({ lost: ['shown'], arranged: { order: [] } });
});

test('a hostile width is a width of a column', () => {
  const columns = [{ id: 'id_title', name: 'title', width: 1e9 }];
  expect(usable({ columns }).arranged.widths).toEqual({ id_title: 2000 });
});

const at = (filter: string, sort = '') => ({ filter, sort });
test('the view of an address', () => {
  const [a, b, plain] = [
    viewOf({ filter: 'x', isDefault: true }),
    viewOf({ id: 'b', filter: 'y', sort: '-title' }),
    viewOf({ id: 'c' }),
  ];
  const all = [a, b, plain];
  expect(viewAt(all, at(''), undefined, true)).toBe(a);
  expect(viewAt(all, at(''), a, false)).toBeUndefined();
  expect(viewAt(all, at(''), plain, false)).toBe(plain);
  expect(viewAt(all, at('y', '-title'), a, false)).toBe(b);
  expect(viewAt(all, at('z'), b, false)).toBe(b);
  expect(viewAt(all, at('z'), undefined, true)).toBeUndefined();
  expect(viewAt([b, { ...b, id: 'same' }], at('y', '-title'), { ...b, id: 'same' }, false)?.id).toBe('same');
});

test('differences are said in words', () => {
  const content = viewContentOf(columnsOf(posts), at('x'), { hidden: [], widths: {} });
  const changed = viewContentOf(inOrder(columnsOf(posts), ['@created', 'id_title']), at('y', '-title'), {
    hidden: ['id_title'],
    widths: { id_title: 90 },
  });
  expect(differences(content, content)).toEqual([]);
  const more = { ...content, columns: [...content.columns, { id: 'new', name: 'new' }] };
  expect(differences(content, more)).toEqual(['order', 'widths']);
  expect(differences(content, changed)).toEqual(['filter', 'sort', 'columns', 'order', 'widths']);
});

test('a shown view is read as it was written', () => {
  const columns = { hidden: ['id_title'], widths: { id_price: 120 }, order: ['id_price'] };
  const shown = { id: 'a', collectionId: 'posts', columns, isChanged: true };
  expect(parseShownView(JSON.stringify(shown))).toEqual(shown);
});

test.each(['', '{', '{"id":1}', '[]'])('reads no shown view from %s', (stored) =>
  expect(parseShownView(stored)).toBeUndefined(),
);

test.each([
  [[], ['id', 'title', 'price', 'created', 'updated']],
  [
    ['id_price', 'id_title'],
    ['id', 'price', 'created', 'updated', 'title'],
  ],
  [
    ['gone', '@updated', '@updated'],
    ['id', 'title', 'price', 'created', 'updated'],
  ],
])('columns in the order %s', (order, names) => {
  expect(inOrder(columnsOf(posts), order).map(({ name }) => name)).toEqual(names);
});
