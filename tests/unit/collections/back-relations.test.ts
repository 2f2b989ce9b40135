import { expect, test } from 'vitest';
import { backName, backRelation, schemaIndex } from '#domain/collections/schema-index.ts';
import { collection, field } from './collection-fixture.ts';

const to = (name: string, target: string) =>
  field(name, 'relation', { options: { collectionId: `c_${target}` } });
const posts = collection('posts', []);
const odd = collection('a_via_b', [to('c_via_post', 'posts'), to('self', 'a_via_b'), field('post')]);
const index = schemaIndex([posts, odd]);

test('finds the field by the name that it is offered under, even if its names contain "_via_"', () => {
  const [pointing] = index.pointingTo(posts);
  expect(pointing && backName(pointing)).toBe('a_via_b_via_c_via_post');
  expect(backRelation('a_via_b_via_c_via_post', posts, index)).toEqual(pointing);
});

test('finds the field of a collection whose name begins with "_via_"', () => {
  const first = collection('_via_a', [to('post', 'posts')]);
  expect(backRelation('_via_a_via_post', posts, schemaIndex([posts, first]))?.collection).toBe(first);
});

test.each([
  'a_via_b',
  'a_via_b_via_',
  'a_via_b_via_self',
  'a_via_b_via_post',
  'posts_via_c_via_post',
  'nothing',
])('%s leads nowhere from another collection', (segment) =>
  expect(backRelation(segment, posts, index)).toBeUndefined(),
);
