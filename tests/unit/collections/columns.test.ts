import { describe, expect, it } from 'vitest';
import { columnsOf, dateFieldsOf, searchFieldsOf } from '#domain/collections/columns.ts';
import { viewColumns } from '#domain/collections/view-columns.ts';
import { columnWidths, mergeWidths, parseColumnWidths } from '#domain/records/column-width.ts';
import { collection, field, view } from './collection-fixture.ts';

describe('columns', () => {
  it('[RL-03] are id, (username, email,) the schema, created and updated', () => {
    const names = (of: ReturnType<typeof collection>) => columnsOf(of).map(({ name }) => name);
    expect(names(collection('c', [field('a'), field('b', 'bool')]))).toEqual([
      'id',
      'a',
      'b',
      'created',
      'updated',
    ]);
    expect(names(collection('c', [field('a')], { type: 'auth' }))).toEqual([
      'id',
      'username',
      'email',
      'a',
      'created',
      'updated',
    ]);
    expect(names(view('v', 'select id, a from c', [field('a')]))).toEqual(['id', 'a']);
    expect(names(view('v', 'select id, a, updated from c', [field('a')]))).toEqual(['id', 'a', 'updated']);
  });

  it('have types, and ids under which hidden columns are stored', () => {
    expect(columnsOf(collection('c', [field('a', 'json')]))).toMatchObject([
      { id: '@id', type: 'id' },
      { id: 'f_a', type: 'json', field: { name: 'a' } },
      { id: '@created', type: 'date' },
      { id: '@updated', type: 'date' },
    ]);
    expect(columnsOf(collection('c', [], { type: 'auth' })).map(({ id, type }) => `${id} ${type}`)).toEqual([
      '@id id',
      '@username username',
      '@email email',
      '@created date',
      '@updated date',
    ]);
  });

  it('a view without a query has no dates', () => {
    expect(dateFieldsOf(collection('v', [], { type: 'view', options: {} }))).toEqual([]);
  });

  it('a plain text is searched in every field of the records', () => {
    expect(searchFieldsOf(collection('c', [field('a')]))).toEqual(['id', 'created', 'updated', 'a']);
    expect(searchFieldsOf(view('v', 'select id, a, created from c', [field('a')]))).toEqual([
      'id',
      'a',
      'created',
    ]);
    expect(searchFieldsOf(collection('c', [], { type: 'auth' }))).toEqual([
      'id',
      'username',
      'email',
      'emailVisibility',
      'verified',
      'created',
      'updated',
    ]);
  });
});

describe('columns of a view', () => {
  it.each([
    ['select id, title from posts', ['id', 'title']],
    ['SELECT DISTINCT p.id, p.title AS headline FROM posts p', ['id', 'headline']],
    ['select (ROW_NUMBER() OVER()) as id, count(x) total from y', ['id', 'total']],
    ['select id, (select max(created) from b) as created from a', ['id', 'created']],
    ["select id, ',' as comma, 'from' as word from a", ['id', 'comma', 'word']],
    ['select `id`, "created", [updated] from a', ['id', 'created', 'updated']],
    ['select id, -- created,\n title from a', ['id', 'title']],
    ['select id /* , created */ , title from a', ['id', 'title']],
    ['select id, case when a then b else c end as state from d', ['id', 'state']],
    ['select id', ['id']],
    ['with x as (select created from y) select id from x', ['id']],
    ['select id, \'a,b\', "a,b" from c', ['id', 'a_b']],
    ['select id, [_private_] from a', ['id', 'private']],
    ["select id, f(a, g('(')) as b from c", ['id', 'b']],
    ['', []],
    ['nonsense', []],
    ['select id, ) from a', ['id']],
  ])('%s', (query, names) => {
    expect(viewColumns(query)).toEqual(names);
  });
});

describe('column widths', () => {
  const columns = columnsOf(collection('c', [field('a'), field('n', 'number')]));

  it('have their minimum when the table is too narrow', () => {
    expect(columnWidths(columns, 0)).toEqual([190, 220, 110, 132, 132]);
    expect(columnWidths([], 1000)).toEqual([]);
  });

  it('give the remaining space to columns with long content', () => {
    expect(columnWidths(columns, 884)).toEqual([190, 320, 110, 132, 132]);
  });

  it('share the remaining space when no column has long content', () => {
    const fixed = columnsOf(collection('c', [field('n', 'number')]));
    const widths = columnWidths(fixed, 764);
    expect(widths).toEqual([240, 160, 182, 182]);
  });

  it('fit the name of the column', () => {
    const [, long = 0] = columnWidths(columnsOf(collection('c', [field('x'.repeat(60), 'bool')])), 0);
    expect(long).toBe(60 * 8 + 72);
  });

  it('that were set are kept; columns to the right of the last one balance them', () => {
    const wide = columnsOf(collection('c', [field('a'), field('n', 'number'), field('b')]));
    const [id = 0, a = 0, n = 0, b = 0, created = 0, updated = 0] = columnWidths(wide, 1204);
    expect([id, a, n, b, created, updated]).toEqual([190, 320, 110, 320, 132, 132]);
    // Narrower or wider: the left edge stays, and column b grows or shrinks.
    expect(columnWidths(wide, 1204, { f_n: 60 })).toEqual([190, 320, 60, 370, 132, 132]);
    expect(columnWidths(wide, 1204, { f_n: 200 })).toEqual([190, 320, 200, 230, 132, 132]);
    expect(columnWidths(wide, 1204, { f_n: 400 })).toEqual([190, 320, 400, 220, 132, 132]);
    expect(columnWidths(wide, 1204, { f_n: 60, '@updated': 70 })).toEqual([190, 320, 60, 320, 132, 70]);
    expect(columnWidths(wide, 1204, { gone: 300 })).toEqual(columnWidths(wide, 1204));
  });

  it.each([
    ['id', 190],
    ['username', 170],
    ['email', 210],
    ['text', 220],
    ['url', 220],
    ['editor', 260],
    ['number', 110],
    ['bool', 90],
    ['date', 132],
    ['select', 170],
    ['json', 220],
    ['file', 160],
    ['relation', 220],
  ] as const)('are at least the default of the type: %s has %i px', (type, width) => {
    expect(columnWidths([{ id: 'a', name: 'a', type }], 0)).toEqual([Math.max(width, 80)]);
  });

  it.each(['text', 'url', 'editor', 'email', 'username', 'select', 'json', 'file', 'relation'] as const)(
    'give the remaining space to a column of type %s',
    (type) => {
      const pair = [
        { id: 'n', name: 'n', type: 'number' as const },
        { id: 'a', name: 'a', type },
      ];
      const [, minimum = 0] = columnWidths(pair, 0);
      expect(columnWidths(pair, 1000)).toEqual([110, 890]);
      expect(minimum).toBeLessThan(890);
    },
  );

  it('that were changed in two tabs contain the changes of both', () => {
    const stored = { a: 100, b: 200, c: 300 };
    expect(mergeWidths(stored, { a: 1, b: 2, d: 4 }, new Set(['b', 'c', 'd']))).toEqual({
      a: 100,
      b: 2,
      d: 4,
    });
    expect(mergeWidths(stored, {}, new Set())).toEqual(stored);
  });

  it('are parsed from any stored text', () => {
    const texts = ['', '{', 'null', '[1]', '[100]', '3', '"a"', '{}', '{"a":100', '{"a":NaN}'];
    const odd = '{"a":"100","b":null,"c":[90],"d":true,"e":{"a":100},"f":1e999}';
    for (const text of [undefined, null, 3, { a: 100 }, ['{"a":100}'], ...texts, odd]) {
      expect(parseColumnWidths(text)).toEqual({});
    }
    expect(Object.entries(parseColumnWidths('{"__proto__":100,"constructor":70.5}'))).toEqual([
      ['__proto__', 100],
      ['constructor', 71],
    ]);
    expect(parseColumnWidths('{"a":100.4,"b":3,"c":1e9,"d":-1}')).toEqual({ a: 100, b: 60, c: 2000, d: 60 });
  });
});
