import { expect, test } from 'vitest';
import { filterCompletions, filterPathType } from '#domain/collections/filter-completions.ts';
import { scopeOf } from '#tests/support/filter-scope.ts';
import { collection, field, view } from './collection-fixture.ts';
import { countReads } from './editor/count-reads.ts';

const relation = (name: string, to: string, maxSelect: number | null = 1) =>
  field(name, 'relation', { options: { collectionId: `c_${to}`, maxSelect } });
const users = collection('users', [field('role'), relation('friends', 'users', null)], { type: 'auth' });
const cats = collection('cats', [
  field('title'),
  field('labels', 'select', { options: { maxSelect: 2 } }),
  relation('parent', 'cats'),
]);
const posts = collection('posts', [
  field('headline'),
  field('views', 'number'),
  relation('cat', 'cats'),
  relation('author', 'users'),
]);
const collections = [users, cats, posts];
const offered = (prefix: string) => filterCompletions(prefix, scopeOf(posts, collections));

/** The paths that the prefix offers in addition to those of the root. */
function added(prefix: string): string[] {
  const root = new Set(offered(''));
  return offered(prefix).filter((path) => !root.has(path));
}

test('[RL-11] every prefix also offers the paths of the root, so that any part of a path finds it', () => {
  const root = offered('');
  expect(root).toEqual(
    expect.arrayContaining(['cat.title', 'cat.labels:each', 'author.email', '@todayStart']),
  );
  for (const prefix of ['til', 'ct.ti', 'cat.', 'cat.parent.ti', 'views:', '@to', 'nothing.', '.']) {
    expect(offered(prefix)).toEqual(expect.arrayContaining(root));
  }
});

test('[RL-11] the root offers paths with at most one relation', () => {
  expect(offered('').filter((path) => path.split('.').length > 2)).toEqual([]);
  expect(offered('')).not.toContain('cat.cats_via_parent');
});

test('[RL-11] a dot offers the next level of relations and back relations, to any typed depth', () => {
  expect(added('cat.')).toEqual(['cat.cats_via_parent', 'cat.posts_via_cat']);
  expect(added('cat.parent.')).toEqual(
    expect.arrayContaining(['cat.parent.id', 'cat.parent.title', 'cat.parent.parent']),
  );
  expect(added('cat.parent.parent.parent.ti')).toContain('cat.parent.parent.parent.title');
  expect(added('cat.posts_via_cat.')).toContain('cat.posts_via_cat.headline');
  expect(added('author.friends.')).toContain('author.friends.role');
  expect(added('headline.')).toEqual([]);
  expect(added('nothing.')).toEqual([]);
});

test('no path follows more relations than the backend accepts', () => {
  expect(added(`cat.${'parent.'.repeat(5)}`)).toContain(`cat.${'parent.'.repeat(5)}title`);
  expect(added(`cat.${'parent.'.repeat(6)}`)).toEqual([]);
});

test('[RL-11] a colon offers the modifiers of a list', () => {
  expect(offered('cat.labels:')).toEqual(expect.arrayContaining(['cat.labels:each', 'cat.labels:length']));
  expect(added('cat.parent.labels:')).toEqual(['cat.parent.labels:each', 'cat.parent.labels:length']);
  expect(added('headline:')).toEqual([]);
  expect(added('views:')).toEqual([]);
});

test('[RL-11] no path begins with a digit, which the backend reads as a number', () => {
  const odd = collection('9lives', [
    field('2fa'),
    field('title'),
    relation('1st', 'cats'),
    relation('cat', 'cats'),
  ]);
  const named = collection('cats', [field('3d'), relation('owner', '9lives')]);
  const paths = filterCompletions('1st.', scopeOf(odd, [odd, named]));
  expect(paths).toEqual(expect.arrayContaining(['title', 'cat.3d', 'cats_via_owner.3d']));
  expect(paths.filter((path) => /^\d/.test(path))).toEqual([]);
  const back = filterCompletions('', scopeOf(named, [odd, named]));
  expect(back).toContain('owner.2fa');
  expect(back.filter((path) => /^\d/.test(path))).toEqual([]);
});

test('back relations offer the fields of their records', () => {
  const back = filterCompletions('', scopeOf(users, collections));
  expect(back).toEqual(
    expect.arrayContaining(['posts_via_author.headline', 'users_via_friends.friends:each']),
  );
  const cat = filterCompletions('posts_via_cat.', scopeOf(cats, collections));
  expect(cat).toEqual(expect.arrayContaining(['posts_via_cat.headline', 'posts_via_cat.author']));
});

test('a view offers the dates that it selects', () => {
  const totals = view('totals', 'select id, created, total from posts', [field('total', 'number')]);
  const paths = filterCompletions('', scopeOf(totals, [totals]));
  expect(paths.slice(0, 3)).toEqual(['id', 'total', 'created']);
  expect(paths).not.toContain('updated');
});

test('does not offer @request and @collection, which are only for rules', () => {
  for (const prefix of ['', '@', '@request.', '@request.auth.', '@collection.', '@collection.posts.']) {
    expect(offered(prefix).filter((path) => /^@(request|collection)/.test(path))).toEqual([]);
  }
});

test.each(['', 'rel0.rel1.', 'rel0:'])(
  'the work for "%s" grows linearly with the number of collections',
  (prefix) => {
    const reads = (count: number) => {
      const many = Array.from({ length: count }, (_, at) =>
        collection(
          `coll${at}`,
          Array.from({ length: 10 }, (_, n) => relation(`rel${n}`, `coll${(at + n) % count}`)),
        ),
      );
      return countReads(many, (list) => {
        const [first] = list;
        expect(first && filterCompletions(prefix, scopeOf(first, list)).length).toBeGreaterThan(0);
      });
    };
    expect(reads(200) / reads(100)).toBeLessThan(2.2);
  },
);

test.each([
  ['headline', 'text'],
  ['views', 'number'],
  ['id', 'id'],
  ['created', 'date'],
  ['cat.labels', 'select'],
  ['cat.labels:each', 'select'],
  ['cat.labels:length', 'number'],
  ['cat.posts_via_cat', 'relation'],
  ['author.username', 'username'],
  ['author.verified', 'bool'],
  ['author.emailVisibility', 'bool'],
  ['@todayStart', 'date'],
  ['@hour', 'number'],
  ['true', 'bool'],
  ['nothing', undefined],
])('the values at %s have the type %s', (path, type) => {
  expect(filterPathType(path, scopeOf(posts, collections))).toBe(type);
});
