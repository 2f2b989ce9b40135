import { expect, test } from 'vitest';
import { expandAndFields, PAGE_SIZE } from '#domain/records/list-query.ts';
import { readListed } from '#wire/pb23/collection-requests.ts';
import { countRequest, recordRequests, recordsRequest } from '#wire/records.ts';
import { collection, field } from '../collections/collection-fixture.ts';

const cats = collection('cats', [field('title', 'text', { presentable: true })]);
const options = { collectionId: cats.id, maxSelect: 1 };
const posts = collection('posts', [field('cat', 'relation', { options })]);

test('a list begins with its count and its newest page, without a filter', () => {
  const first = { collection: posts.id, page: 1, perPage: PAGE_SIZE, sort: '-created', filter: '' };
  expect(recordRequests(posts, [posts, cats])).toEqual([
    countRequest(posts.id, ''),
    recordsRequest({ ...first, ...expandAndFields(posts, [posts, cats]) }),
  ]);
});

test.each(['', '.', '..', 'a/b', 'a\\b'])('no request goes to the path of an id like %j', (id) => {
  expect(recordRequests({ ...posts, id }, [posts])).toEqual([]);
});

test('[NR-09] collections that a newer backend has made for itself come last for the first script, too', () => {
  const items = [
    { id: 'a', name: '_superusers', type: 'auth', system: true, fields: [] },
    { id: 'b', name: '_mine', type: 'auth', system: false, fields: [] },
  ];
  expect(readListed({ items: items as never }).map(({ isLast }) => isLast)).toEqual([true, false]);
});
