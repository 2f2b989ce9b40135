import { expect, test } from 'vitest';
import { ruleCompletions } from '#domain/collections/editor/rule-completions.ts';
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
const words = (prefix: string) => ruleCompletions(prefix, POSTS, ALL);

test('nothing typed: own fields, back relations, the request, collections and macros', () => {
  expect(words('')).toEqual(
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
  expect(words('')).not.toContain('author.role');
  expect(words('TI')).toEqual(['title']);
  expect(words('@')).toEqual(expect.arrayContaining(['@request', '@collection', '@todayStart']));
  expect(words('zzz')).toEqual([]);
});

test('along relations and back, as deep as one types', () => {
  expect(words('author.')).toEqual(
    expect.arrayContaining([
      'author.id',
      'author.email',
      'author.role',
      'author.friends',
      'author.posts_via_author',
    ]),
  );
  expect(words('author.friends.friends.ro')).toEqual(['author.friends.friends.role']);
  expect(words('comments_via_post.bo')).toEqual(['comments_via_post.body']);
  expect(words('author.posts_via_author.ti')).toEqual(['author.posts_via_author.title']);
  expect(words('title.')).toEqual([]);
});

test('the request, its data and who is signed in', () => {
  expect(words('@request.')).toEqual([
    '@request.context',
    '@request.method',
    '@request.headers',
    '@request.query',
    '@request.data',
    '@request.auth',
  ]);
  expect(words('@request.data.ti')).toEqual(['@request.data.title']);
  expect(words('@request.data.author.ro')).toEqual(['@request.data.author.role']);
  expect(words('@request.auth.')).toEqual(
    expect.arrayContaining(['@request.auth.id', '@request.auth.collectionName', '@request.auth.role']),
  );
  expect(words('@request.auth.friends.ro')).toEqual(['@request.auth.friends.role']);
  expect(words('@request.headers.')).toEqual([]);
});

test('what every signed-in user has, once', () => {
  const names = words('@request.auth.').map((path) => path.replace('@request.auth.', ''));
  expect(names.slice(0, 9).join(' ')).toBe(
    'id collectionId collectionName username email emailVisibility verified created updated',
  );
  expect(names.slice(9).sort()).toEqual(['friends', 'posts_via_author', 'role', 'users_via_friends']);
  expect(words('@request.auth.friends.collectionName')).toEqual([]);
});

test('any collection by its name, with or without an alias', () => {
  expect(words('@collection.')).toEqual(['@collection.users', '@collection.posts', '@collection.comments']);
  expect(words('@collection.comments.bo')).toEqual(['@collection.comments.body']);
  expect(words('@collection.comments:other.bo')).toEqual(['@collection.comments:other.body']);
  expect(words('@collection.comments.post.ti')).toEqual(['@collection.comments.post.title']);
  expect(words('@collection.nope.')).toEqual([]);
});

test('modifiers that suit the field', () => {
  expect(words('tags:')).toEqual(['tags:each', 'tags:length']);
  expect(words('tags:le')).toEqual(['tags:length']);
  expect(words('views:')).toEqual([]);
  expect(ruleCompletions('', KINDS, ALL)).toEqual(expect.arrayContaining(['flag', 'day', 'note']));
  expect(ruleCompletions('flag:', KINDS, ALL)).toEqual([]);
  expect(ruleCompletions('day:', KINDS, ALL)).toEqual([]);
  expect(words('tags:LE')).toEqual(['tags:length']);
  expect(words('@request.headers.x:')).toEqual([]);
  expect(words('@request.me:')).toEqual([]);
  expect(words('@collection.po:')).toEqual([]);
  expect(words('author.friends:')).toEqual(['author.friends:each', 'author.friends:length']);
  expect(words('@request.data.views:')).toEqual(['@request.data.views:isset']);
});

test('the backend refuses :lower after fields of stored records, and takes it after values of the request', () => {
  for (const prefix of ['title:', 'id:', ':', '@collection.comments.body:'])
    expect(words(prefix)).toEqual([]);
  expect(ruleCompletions('note:', KINDS, ALL)).toEqual([]);
  expect(words('@request.data.title:')).toEqual(['@request.data.title:isset', '@request.data.title:lower']);
  expect(words('@request.data.tags:')).toEqual([
    '@request.data.tags:isset',
    '@request.data.tags:each',
    '@request.data.tags:length',
    '@request.data.tags:lower',
  ]);
  expect(words('@request.auth.username:')).toEqual(['@request.auth.username:lower']);
});

/** Collections of 30 fields, ten of them relations, a quarter of them with accounts. */
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

// All auth collections together, and a path through three of them: the widest levels there are.
test.each(['', 'rel3.rel6.rel9.', '@request.auth.rel3.rel6.', '@collection.', '@request.auth.rel3:'])(
  'twice the collections are at most twice the work for "%s"',
  (prefix) => {
    const reads = (count: number) =>
      countReads(manyCollections(count), (list) => {
        const [first] = list;
        expect(first && ruleCompletions(prefix, first, list).length).toBeGreaterThan(0);
      });
    expect(reads(200) / reads(100)).toBeLessThan(2.2);
  },
);
