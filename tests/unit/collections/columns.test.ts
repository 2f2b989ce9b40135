import { describe, expect, it } from 'vitest';
import { columnsOf, dateFieldsOf, searchFieldsOf } from '#domain/collections/columns.ts';
import { mergeWidths, parseColumnWidths } from '#domain/records/column-width.ts';
import { viewColumns } from '#wire/pb22/collections.ts';
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
    ['select id, (created) from a', ['id', 'created']],
    ['select distinct (id), ( "a".created ), (updated) as changed from a', ['id', 'created', 'changed']],
    ['select id, ((created)), (( "a".updated )) from a', ['id', 'created', 'updated']],
    [
      'select id, ("created"), (`updated`), ([title]), ("a b") from a',
      ['id', 'created', 'updated', 'title', 'a_b'],
    ],
    ['select id, max (created) from a', ['id']],
    ['select id, max((created)) from a', ['id']],
    ['select id, (created || updated) from a', ['id']],
    ['select id', ['id']],
    ['with x as (select created from y) select id from x', ['id']],
    ['select id, \'a,b\', "a,b" from c', ['id', 'a_b']],
    ['select id, [_private_] from a', ['id', 'private']],
    ["select id, f(a, g('(')) as b from c", ['id', 'b']],
    ['select/* x */id from a', ['id']],
    ['select id, count(x) from y', ['id']],
    ['', []],
    ['nonsense', []],
    ['select id, ) from a', ['id']],
  ])('%s', (query, names) => {
    expect(viewColumns(query)).toEqual(names);
  });
});

describe('column widths', () => {
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
