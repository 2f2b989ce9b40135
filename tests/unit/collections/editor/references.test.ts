import { describe, expect, test } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import type { SchemaEdit } from '#domain/collections/editor/changes.ts';
import { removeField, renameField } from '#domain/collections/editor/fields.ts';
import { brokenIndexes } from '#domain/collections/editor/indexes.ts';
import { queryNames } from '#domain/collections/editor/query-names.ts';
import { findReferences } from '#domain/collections/editor/references.ts';
import { valuesOf } from '#domain/collections/editor/values.ts';
import { followPath } from '#domain/collections/follow-path.ts';
import { schemaIndex } from '#domain/collections/schema-index.ts';
import { namesIn } from '#domain/model/filter/walk.ts';
import * as tools from '#domain/model/index-sql/tools.ts';
import { systemFields } from '#wire/save-collection.ts';
import { savedCollection, savedField } from './collections.ts';
import { countReads } from './count-reads.ts';

const relation = (name: string, to: string) =>
  savedField(name, 'relation', { collectionId: `c_${to}`, maxSelect: 1 });
const POSTS = savedCollection('posts', [
  savedField('title'),
  savedField('sub_title'),
  relation('author', 'users'),
]);
const USERS = savedCollection('users', [savedField('role'), savedField('title')], { type: 'auth' });
const COMMENTS = savedCollection('comments', [
  relation('post', 'posts'),
  savedField('title'),
  savedField('body'),
]);

const EDIT: SchemaEdit = {
  collectionId: 'c_posts',
  collectionName: 'posts',
  newName: 'articles',
  renamed: new Map([['title', 'headline']]),
  removed: new Set(['author']),
};
/** The names that a rule of the comments collection mentions, as `kind name → to`. */
function mentioned(part: Partial<Collection>, edit: Partial<SchemaEdit> = {}): string[] {
  const owner = { ...COMMENTS, ...part };
  const [reference] = findReferences({ ...EDIT, ...edit }, [POSTS, USERS, owner]);
  return (reference?.mentions ?? []).map(({ kind, name, to }) => `${kind} ${name} → ${to ?? 'removed'}`);
}
const FIELD = 'field title → headline';
const REMOVED = 'field author → removed';
const RENAMED = 'collection posts → articles';

describe('rules', () => {
  test.each<[string, string[]]>([
    ['post.title = "x"', [FIELD]],
    ['post.title:lower ~ "x" && post.author.role = 1', [FIELD, REMOVED]],
    ['title = "post.title"', []],
    ["body = 'posts' || body = '@collection.posts.title'", []],
    ['post.sub_title = 1 // post.title', []],
    ['post.titles = 1', []],
    ['@collection.posts.title = title', [RENAMED, FIELD]],
    ['@collection.posts:alias.author.title ?= 1', [RENAMED, REMOVED]],
    ['@collection.posts2.title = 1', []],
    // The backend knows collections by id, too, and an id stays.
    ['@collection.c_posts.title = 1', [FIELD]],
    ['@collection.c_posts:alias.author.title ?= 1', [REMOVED]],
    ['@request.auth.c_posts_via_author.title != ""', [REMOVED, FIELD]],
    ['@collection.users.posts_via_author.title = 1', [RENAMED, REMOVED, FIELD]],
    ['@request.auth.posts_via_author.sub_title != ""', [RENAMED, REMOVED]],
    ['@request.auth.title = 1', []],
    ['@request.data.post.title = 1', [FIELD]],
    ['@request.data.title = 1', []],
    ['@request.query.title = 1 && @request.headers.author = 1', []],
    ['post.comments_via_post.post.title = 1', [FIELD]],
  ])('%s', (listRule, mentions) => {
    expect(mentioned({ listRule })).toEqual(mentions);
  });

  test('finds a field of an auth collection in @request.auth', () => {
    const edit = {
      collectionId: 'c_users',
      collectionName: 'users',
      newName: 'users',
      renamed: new Map(),
      removed: new Set(['role']),
    };
    expect(mentioned({ updateRule: '@request.auth.role = "admin"' }, edit)).toEqual(['field role → removed']);
  });

  test('returns the place, including the manage rule, but nothing of the edited collection', () => {
    const admins = savedCollection('staff', [relation('post', 'posts')], {
      type: 'auth',
      deleteRule: 'post.title = 1',
      options: { manageRule: 'post.author = 1' },
    });
    const posts = { ...POSTS, listRule: 'title = 1' };
    expect(findReferences(EDIT, [posts, USERS, admins])).toEqual([
      {
        collectionId: 'c_staff',
        collectionName: 'staff',
        place: 'deleteRule',
        label: 'Delete rule',
        mentions: [{ kind: 'field', name: 'title', to: 'headline' }],
      },
      {
        collectionId: 'c_staff',
        collectionName: 'staff',
        place: 'manageRule',
        label: 'Manage rule',
        mentions: [{ kind: 'field', name: 'author', to: undefined }],
      },
    ]);
  });
});

describe('view queries', () => {
  const view = (query: string) => ({ type: 'view' as const, query });
  test.each<[string, string[]]>([
    ['SELECT id, title FROM posts', [RENAMED, FIELD]],
    ['select p.id, p.title as headline from `posts` p', [RENAMED, FIELD]],
    ['select p.id from "Posts" as p left join users u on u.id = p.author', [RENAMED, REMOVED]],
    ['select u.id, u.title from users u, posts', [RENAMED]],
    ['select id, lower(sub_title) title from posts', [RENAMED]],
    ['select id, body as title from comments', []],
    ["select id, 'posts.title' as x from comments -- from posts", []],
    ['select id, title from posts2', []],
    ['select id from (select id, title from posts where author is not null)', [RENAMED, FIELD, REMOVED]],
    ['select c.id, title(c.body) t from comments c join main.posts on posts.id = c.post', [RENAMED]],
    ['select id, case when title = 1 then 2 end title from [posts]', [RENAMED, FIELD]],
    ['select s.id, p.title from (select id from users) s, posts p', [RENAMED, FIELD]],
    ['select u.id, j.value as v from users u, json_each(u.tags) as j, posts', [RENAMED]],
    ['select p.id, p.author from (posts p left join comments c on c.post = p.id)', [RENAMED, REMOVED]],
    ['select id, title from ((posts))', [RENAMED, FIELD]],
    ['select id from (select id from (users)) posts, comments', []],
  ])('%s', (query, mentions) => {
    expect(mentioned(view(query))).toEqual(mentions);
  });

  test('the paths of a rule of a view start at the fields of the view', () => {
    expect(mentioned({ ...view('select 1 as id'), listRule: 'title = 1 && post.title = 2' })).toEqual([
      FIELD,
    ]);
  });
});

test('returns a place with its collection, and only if it mentions a changed name', () => {
  const view = savedCollection('report', [], {
    type: 'view',
    viewRule: '@collection.posts.id = 1',
    options: { query: 'select id, title from posts' },
  });
  const [rule, query, ...more] = findReferences(EDIT, [POSTS, USERS, view]);
  const place = { collectionId: 'c_report', collectionName: 'report' };
  expect(rule).toMatchObject({ ...place, place: 'viewRule', label: 'View rule' });
  expect(query).toMatchObject({ ...place, place: 'query', label: 'View query' });
  expect(more).toEqual([]);
});

test('a rename of only the collection is a change', () => {
  const renamedOnly = { renamed: new Map(), removed: new Set<string>() };
  const listRule = '@collection.posts.title = 1 && post.title = 2';
  expect(mentioned({ listRule }, renamedOnly)).toEqual([RENAMED]);
  expect(mentioned({ listRule }, { ...renamedOnly, newName: 'posts' })).toEqual([]);
});

test('distinguishes names that contain _via_ themselves', () => {
  const ambiguous = savedCollection('a_via_b', [relation('c_via_d', 'posts'), relation('c', 'users')]);
  const collections = [POSTS, USERS, ambiguous];
  const seen = (path: string) => {
    return [...followPath(path, POSTS, schemaIndex(collections))].flatMap((step) => {
      if (step.of === 'below') return [];
      const { name } = step.collection;
      return step.of === 'field' ? `${name}.${step.name}` : name;
    });
  };
  expect(seen('a_via_b_via_c_via_d.c')).toEqual(['a_via_b', 'a_via_b.c_via_d', 'a_via_b.c']);
  // The first field is a relation to another collection, the second one is not a relation.
  expect(seen('a_via_b_via_c.c')).toEqual(['posts.a_via_b_via_c']);
  expect(seen('users_via_role.id')).toEqual(['posts.users_via_role']);
  expect(seen('_via_')).toEqual(['posts._via_']);
  for (const part of ['context', 'method', 'headers', 'query'])
    expect(seen(`@request.${part}.title`)).toEqual([]);
  // What is sent, whatever a backend calls it.
  expect(seen('@request.body.title')).toEqual(seen('@request.data.title'));
  expect(seen('@other.data.title')).toEqual([]);
  expect(seen('@other.auth.role')).toEqual([]);
  expect(seen('')).toEqual([]);
});

test('paths include modifiers, but no strings, comments and numbers', () => {
  expect(namesIn(`a.b:each ?= "c.d" && (@now > 1e5 || 'x\\'y' = e) // f.g\n&& #h:isset = 12.5`)).toEqual([
    'a.b:each',
    '@now',
    'e',
    '#h:isset',
  ]);
});

test('only a quote is escaped in a string, as for the backend', () => {
  // The backend reads one string up to the last quote, and accepts it.
  expect(namesIn(String.raw`a = "x\\" && @request.auth.id = \""`)).toEqual(['a']);
  expect(namesIn(String.raw`a = 'x\\' && b = \'' || c = "\n"`)).toEqual(['a', 'c']);
});

test('distinguishes the names in a query from aliases and functions', () => {
  const names = queryNames('SELECT (count(*)) n, a.x AS y, "z z" FROM t AS a, s b WHERE a.w IN (1, v)');
  expect([...names.tables]).toEqual(['t', 's']);
  expect([...names.bare]).toEqual(['z z', 'v']);
  expect(names.qualified.get('t')).toEqual(new Set(['x', 'w']));
});

/** Collections of 30 fields whose rules and queries refer to each other. */
function manyCollections(count: number): Collection[] {
  return Array.from({ length: count }, (_, at) => {
    const fields = Array.from({ length: 30 }, (_, n) =>
      n % 5 ? savedField(`field${n}`) : relation(`rel${n}`, `coll${(at + n) % count}`),
    );
    const rule =
      'rel0.rel5.field1 = "x" && @request.auth.id != "" && @collection.coll7.field3 ?= rel10.field2 && field1:lower ~ "a"';
    const query =
      'select c.id, c.field1, c.field2 as title from coll7 c join coll8 d on d.rel0 = c.id where field3 is not null';
    const rules = { listRule: rule, viewRule: rule, createRule: rule, updateRule: rule, deleteRule: rule };
    const isView = at % 10 === 9;
    return savedCollection(`coll${at}`, fields, {
      ...rules,
      type: isView ? 'view' : 'base',
      options: isView ? { query } : {},
    });
  });
}

test('the work grows linearly with the number of collections', () => {
  const edit: SchemaEdit = {
    collectionId: 'c_coll7',
    collectionName: 'coll7',
    newName: 'other',
    renamed: new Map([['field3', 'x']]),
    removed: new Set(['field1', 'rel0']),
  };
  const reads = (count: number) =>
    countReads(manyCollections(count), (list) =>
      expect(findReferences(edit, list).length).toBeGreaterThan(200),
    );
  expect(reads(200) / reads(100)).toBeLessThan(2.2);
});

test('reports the collection’s indexes that name removed fields or can’t be parsed', () => {
  const indexes = [
    'CREATE INDEX `a` ON `posts` (`title`, created)',
    'CREATE INDEX `b` ON `posts` (lower(`author`), rowid)',
    'x',
  ];
  const values = valuesOf({ ...POSTS, indexes });
  expect(brokenIndexes(renameField(values, 'f_title', 'x'), tools, systemFields('base', ''))).toEqual([
    { position: 2, sql: 'x', problem: 'near "x": syntax error', missing: [] },
  ]);
  expect(
    brokenIndexes(removeField(values, 'f_author'), tools, systemFields('base', '')).map(
      ({ position, missing }) => [position, missing],
    ),
  ).toEqual([
    [1, ['author']],
    [2, []],
  ]);
});

test.each([
  ['auth', 'TokenKey', []],
  ['auth', 'lastLoginAlertSentAt', []],
  ['base', 'tokenKey', ['tokenKey']],
] as const)('of an index of an %s collection on %s, %j is missing', (type, column, missing) => {
  const values = valuesOf({ ...POSTS, type, indexes: [`CREATE INDEX a ON posts (${column})`] });
  expect(brokenIndexes(values, tools, systemFields(type, '')).flatMap((broken) => broken.missing)).toEqual(
    missing,
  );
});
