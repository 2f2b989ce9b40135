import { expect, test } from 'vitest';
import {
  diagramOf,
  HEAD_HEIGHT,
  LINE_HEIGHT,
  MAX_LINES,
  neighboursOf,
  relationWords,
  searchDiagram,
} from '#domain/collections/schema/diagram.ts';
import { collection, field } from '../collection-fixture.ts';

const to = (name: string, options = {}) => ({
  options: { collectionId: `c_${name}`, maxSelect: 1, ...options },
});

const users = collection('users', [field('name')], { type: 'auth' });
const posts = collection('posts', [
  field('title'),
  field('author', 'relation', to('users')),
  field('parts', 'relation', to('posts', { maxSelect: null, cascadeDelete: true })),
  field('lost', 'relation', to('nothing')),
]);
const notes = collection('notes', [field('text')]);

test('a tile has its relations first, and a relation knows its line', () => {
  const { tiles, relations } = diagramOf([users, posts, notes]);
  expect(tiles.map(({ name, type }) => [name, type])).toEqual([
    ['users', 'auth'],
    ['posts', 'base'],
    ['notes', 'base'],
  ]);
  expect(tiles[1]?.lines.map(({ name }) => name)).toEqual(['author', 'parts', 'lost', 'title']);
  expect(relations.map(({ from, to: target, line }) => [from, target, line])).toEqual([
    ['c_posts', 'c_users', 0],
    ['c_posts', 'c_posts', 1],
  ]);
});

test('a relation has an id of its own, also while its field has none', () => {
  const unsaved = collection('drafts', [{ ...field('author', 'relation', to('users')), id: '' }]);
  expect(diagramOf([users, posts, unsaved]).relations.map(({ id }) => id)).toEqual([
    'c_posts.f_author',
    'c_posts.f_parts',
    'c_drafts.author',
  ]);
});

test('says what a relation does in words', () => {
  expect(diagramOf([users, posts]).relations.map(relationWords)).toEqual([
    'single',
    'multiple, cascade delete',
  ]);
});

test('more fields than fit are counted, and the relations among them begin at the last line', () => {
  const many = collection(
    'many',
    Array.from({ length: MAX_LINES + 3 }, (_, index) => field(`f${index}`, 'relation', to('users'))),
  );
  const { tile, relations } = diagramOf([users, many]);
  expect(tile('c_many')?.hidden).toBe(3);
  expect(tile('c_many')?.lines).toHaveLength(MAX_LINES);
  expect(tile('c_many')?.fields.at(-1)).toEqual({ name: `f${MAX_LINES + 2}`, type: 'relation' });
  expect(relations.at(-1)?.line).toBe(MAX_LINES);
  expect(tile('c_users')?.height).toBe(HEAD_HEIGHT + LINE_HEIGHT + 6);
  expect(tile('c_many')?.height).toBe(HEAD_HEIGHT + (MAX_LINES + 1) * LINE_HEIGHT + 6);
});

test('neighbours are on both ends of relations', () => {
  const diagram = diagramOf([users, posts, notes]);
  expect([...neighboursOf(diagram, 'c_users')]).toEqual(['c_users', 'c_posts']);
  expect([...neighboursOf(diagram, 'c_posts')]).toEqual(['c_posts', 'c_users']);
  expect([...neighboursOf(diagram, 'c_notes')]).toEqual(['c_notes']);
});

test('finds names first, then fields; an empty search finds nothing', () => {
  const list = [posts, users, notes];
  expect(searchDiagram(list, 'T')).toEqual(['c_posts', 'c_notes']);
  expect(searchDiagram(list, 'no tes')).toEqual(['c_notes']);
  expect(searchDiagram(list, 'name')).toEqual(['c_users']);
  expect(searchDiagram(list, 's')).toEqual(['c_posts', 'c_users', 'c_notes']);
  expect(searchDiagram([users, collection('b', [field('users_seen')])], 'users')).toEqual(['c_users', 'c_b']);
  expect(searchDiagram(list, ' ')).toEqual([]);
});
