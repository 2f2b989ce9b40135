import { expect, test } from 'vitest';
import { ownFields } from '#domain/backend/collection.ts';
import { schemaIndex } from '#domain/collections/schema-index.ts';
import { savedCollection, savedField } from './editor/collections.ts';

const to = (name: string, target: string) => savedField(name, 'relation', { collectionId: `c_${target}` });
const users = savedCollection('Users', [savedField('role')], { type: 'auth' });
const posts = savedCollection('posts', [
  savedField('title'),
  to('author', 'Users'),
  to('editor', 'Users'),
  savedField('fake', 'text', { collectionId: 'c_Users' }),
]);
const notes = savedCollection('notes', [to('post', 'posts'), to('lost', 'gone')]);
const all = [users, posts, notes];
const index = schemaIndex(all);

test('finds collections by a relation to their id, by id, and by name in any case', () => {
  expect(index.target(to('any', 'posts'))).toBe(posts);
  expect(index.target(savedField('any', 'relation', { collectionId: 'posts' }))).toBeUndefined();
  expect(index.target(savedField('fake', 'text', { collectionId: 'c_posts' }))).toBeUndefined();
  expect(index.byName('USERS')).toBe(users);
  expect(index.byName('c_posts')).toBe(posts);
  expect(index.byName('C_POSTS')).toBeUndefined();
  expect(index.authCollections).toEqual([users]);
});

test('finds the fields of a collection', () => {
  expect(index.field(posts, 'title')).toBe(ownFields(posts)[0]);
  expect(index.field(posts, 'author')).toBe(ownFields(posts)[1]);
  expect(index.field(users, 'title')).toBeUndefined();
});

test('finds the relation fields that point to a collection', () => {
  const names = (name: 'Users' | 'posts' | 'notes') => {
    const target = index.byName(name);
    return (
      target && index.pointingTo(target).map(({ collection, field }) => `${collection.name}.${field.name}`)
    );
  };
  expect(names('Users')).toEqual(['posts.author', 'posts.editor']);
  expect(names('posts')).toEqual(['notes.post']);
  expect(names('notes')).toEqual([]);
});

test('is built once for a list', () => {
  expect(schemaIndex(all)).toBe(index);
  expect(schemaIndex([...all])).not.toBe(index);
});
