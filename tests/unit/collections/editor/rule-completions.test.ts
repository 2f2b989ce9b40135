import { expect, test } from 'vitest';
import { ruleCompletions, rulePathType } from '#domain/collections/editor/completions.ts';
import { scopeOf } from '#tests/support/filter-scope.ts';
import { savedCollection, savedField } from './collections.ts';
import { countReads } from './count-reads.ts';

const relation = (name: string, to: string, maxSelect: number | null = 1) =>
  savedField(name, 'relation', { collectionId: `c_${to}`, maxSelect });
const POSTS = savedCollection('posts', [
  savedField('title'),
  savedField('views', 'number'),
  savedField('tags', 'select', { maxSelect: 3, values: [] }),
  relation('author', 'users'),
]);
const USERS = savedCollection('users', [savedField('role'), relation('friends', 'users', null)], {
  type: 'auth',
});
const COMMENTS = savedCollection('comments', [relation('post', 'posts'), savedField('body')]);
const KINDS = savedCollection('kinds', [
  savedField('flag', 'bool'),
  savedField('day', 'date'),
  savedField('note', 'editor'),
]);
const ALL = [USERS, POSTS, COMMENTS];
const offered = (prefix: string) => ruleCompletions(prefix, scopeOf(POSTS, ALL));

test('no path begins with a digit, which the backend reads as a number', () => {
  const odd = savedCollection('9lives', [savedField('2fa'), relation('post', 'posts')]);
  const all = [odd, POSTS];
  expect(ruleCompletions('', scopeOf(odd, all))).not.toContain('2fa');
  expect(ruleCompletions('2', scopeOf(odd, all))).toEqual([]);
  expect(ruleCompletions('@request.data.', scopeOf(odd, all))).toContain('@request.data.2fa');
  expect(ruleCompletions('@collection.9lives.', scopeOf(POSTS, all))).toContain('@collection.9lives.2fa');
  expect(ruleCompletions('', scopeOf(POSTS, all))).not.toContain('9lives_via_post');
});

test('an empty prefix offers own fields, back relations, @request, @collection and macros', () => {
  expect(offered('')).toEqual(
    expect.arrayContaining([
      'id',
      'title',
      'tags',
      'created',
      'comments_via_post',
      '@request',
      '@collection',
      '@now',
      'true',
    ]),
  );
  expect(offered('')).not.toContain('author.role');
  expect(offered('TI')).toEqual(['title']);
  expect(offered('@')).toEqual(expect.arrayContaining(['@request', '@collection', '@todayStart']));
  expect(offered('zzz')).toEqual([]);
});

test('follows relations and back relations to any typed depth', () => {
  expect(offered('author.')).toEqual(
    expect.arrayContaining([
      'author.id',
      'author.email',
      'author.role',
      'author.friends',
      'author.posts_via_author',
    ]),
  );
  expect(offered('author.friends.friends.ro')).toEqual(['author.friends.friends.role']);
  expect(offered('comments_via_post.bo')).toEqual(['comments_via_post.body']);
  expect(offered('author.posts_via_author.ti')).toEqual(['author.posts_via_author.title']);
  expect(offered('title.')).toEqual([]);
});

test('offers the parts of @request, the submitted data and the signed-in user', () => {
  expect(offered('@request.')).toEqual([
    '@request.context',
    '@request.method',
    '@request.headers',
    '@request.query',
    '@request.data',
    '@request.auth',
  ]);
  expect(offered('@request.data.ti')).toEqual(['@request.data.title']);
  expect(offered('@request.data.author.ro')).toEqual(['@request.data.author.role']);
  expect(offered('@request.auth.')).toEqual(
    expect.arrayContaining(['@request.auth.id', '@request.auth.collectionName', '@request.auth.role']),
  );
  expect(offered('@request.auth.friends.ro')).toEqual(['@request.auth.friends.role']);
  expect(offered('@request.headers.')).toEqual([]);
});

test('offers the common fields of all auth collections once', () => {
  const names = offered('@request.auth.').map((path) => path.replace('@request.auth.', ''));
  expect(names.slice(0, 9).join(' ')).toBe(
    'id collectionId collectionName username email emailVisibility verified created updated',
  );
  expect(names.slice(9).sort()).toEqual(['friends', 'posts_via_author', 'role', 'users_via_friends']);
  expect(offered('@request.auth.friends.collectionName')).toEqual([]);
});

test('offers any collection by its name, with or without an alias', () => {
  expect(offered('@collection.')).toEqual(['@collection.users', '@collection.posts', '@collection.comments']);
  expect(offered('@collection.comments.bo')).toEqual(['@collection.comments.body']);
  expect(offered('@collection.comments:other.bo')).toEqual(['@collection.comments:other.body']);
  expect(offered('@collection.comments.post.ti')).toEqual(['@collection.comments.post.title']);
  expect(offered('@collection.nope.')).toEqual([]);
});

test('offers the modifiers of the field', () => {
  expect(offered('tags:')).toEqual(['tags:each', 'tags:length']);
  expect(offered('tags:le')).toEqual(['tags:length']);
  expect(offered('views:')).toEqual([]);
  expect(ruleCompletions('', scopeOf(KINDS, ALL))).toEqual(expect.arrayContaining(['flag', 'day', 'note']));
  expect(ruleCompletions('flag:', scopeOf(KINDS, ALL))).toEqual([]);
  expect(ruleCompletions('day:', scopeOf(KINDS, ALL))).toEqual([]);
  expect(offered('tags:LE')).toEqual(['tags:length']);
  expect(offered('@request.headers.x:')).toEqual([]);
  expect(offered('@request.me:')).toEqual([]);
  expect(offered('@collection.po:')).toEqual([]);
  expect(offered('author.friends:')).toEqual(['author.friends:each', 'author.friends:length']);
  expect(offered('@request.data.views:')).toEqual(['@request.data.views:isset']);
});

test('offers :lower only after values of the request, as the backend accepts it', () => {
  for (const prefix of ['title:', 'id:', ':', '@collection.comments.body:'])
    expect(offered(prefix)).toEqual([]);
  expect(ruleCompletions('note:', scopeOf(KINDS, ALL))).toEqual([]);
  expect(offered('@request.data.title:')).toEqual(['@request.data.title:isset', '@request.data.title:lower']);
  expect(offered('@request.data.tags:')).toEqual([
    '@request.data.tags:isset',
    '@request.data.tags:each',
    '@request.data.tags:length',
    '@request.data.tags:lower',
  ]);
  expect(offered('@request.auth.username:')).toEqual(['@request.auth.username:lower']);
});

test('offers :isset also for fields of records that the submitted data refers to', () => {
  expect(offered('@request.data.author.role:')).toEqual([
    '@request.data.author.role:isset',
    '@request.data.author.role:lower',
  ]);
  expect(offered(`@request.data.author.${'friends.'.repeat(6)}`)).toEqual([]);
});

test.each([
  ['title', 'text'],
  ['views', 'number'],
  ['tags:length', 'number'],
  ['author.role', 'text'],
  ['@now', 'date'],
  ['true', 'bool'],
  ['@request', undefined],
  ['@request.method', 'text'],
  ['@request.context', 'text'],
  ['@request.headers', undefined],
  ['@request.data.views', 'number'],
  ['@request.data.views:isset', 'bool'],
  ['@request.data.title:lower', 'text'],
  ['@request.auth.emailVisibility', 'bool'],
  ['@collection.posts', undefined],
  ['@collection.posts:other.views', 'number'],
])('the values at %s have the type %s', (path, type) => {
  expect(rulePathType(path, scopeOf(POSTS, ALL))).toBe(type);
});

/** Collections of 30 fields, ten of them relations. Every fourth one is an auth collection. */
function manyCollections(count: number) {
  return Array.from({ length: count }, (_, at) =>
    savedCollection(
      `coll${at}`,
      Array.from({ length: 30 }, (_, n) =>
        n % 3 ? savedField(`field${n}`) : relation(`rel${n}`, `coll${(at + n) % count}`),
      ),
      { type: at % 4 ? 'base' : 'auth' },
    ),
  );
}

// These prefixes lead to the largest levels: all auth collections together, and a path through three of them.
test.each(['', 'rel3.rel6.rel9.', '@request.auth.rel3.rel6.', '@collection.', '@request.auth.rel3:'])(
  'the work for "%s" grows linearly with the number of collections',
  (prefix) => {
    const reads = (count: number) =>
      countReads(manyCollections(count), (list) => {
        const [first] = list;
        expect(first && ruleCompletions(prefix, scopeOf(first, list)).length).toBeGreaterThan(0);
      });
    expect(reads(200) / reads(100)).toBeLessThan(2.2);
  },
);
