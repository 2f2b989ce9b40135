import { expect, test } from 'vitest';
import { unknownField } from '#domain/collections/unknown-field.ts';
import { scopeOf } from '#tests/support/filter-scope.ts';
import { collection, field } from './collection-fixture.ts';

const relation = (name: string, to: string) =>
  field(name, 'relation', { options: { collectionId: `c_${to}`, maxSelect: 1 } });
const users = collection('users', [field('role'), field('data', 'json')], { type: 'auth' });
const posts = collection('posts', [field('title'), relation('author', 'users')]);

test.each([
  ['title', undefined],
  ['nope', 'nope'],
  ['title:lower', undefined],
  ['title.x.y', 'x below title'],
  ['author.id.x', 'x below id'],
  ['author.rle.x', 'rle'],
  ['@request.data.title.x', undefined],
  ['@collection.posts', 'after posts'],
  ['author', undefined],
  ['author.email', undefined],
  ['author.rle', 'rle'],
  ['author.data.deep.er', undefined],
  ['created', undefined],
  ['@now', undefined],
  ['@request.auth.id', undefined],
  ['@collection.users.nope', 'nope'],
  ['@collection.nowhere.x', 'nowhere'],
  ['@collection.users:each.role', undefined],
  ['author:each.role', 'author:each'],
  ['@collection.posts.author:length.role', 'author:length'],
  ['author.data.each:x.y', undefined],
  ['title.', 'after title'],
])('%s: %s', (path, unknown) => {
  expect(unknownField(path, scopeOf(posts, [users, posts]))).toBe(unknown);
});

test('a relation can be followed back', () => {
  const scope = scopeOf(users, [users, posts]);
  expect(unknownField('posts_via_author.title', scope)).toBeUndefined();
  expect(unknownField('posts_via_author.nope', scope)).toBe('nope');
});
