import { expect, test } from 'vitest';
import { parseHash } from '#routing/hash.ts';

test.each([
  ['#/collections?collection=posts&record=abc', { collectionId: 'posts', recordId: 'abc' }],
  [
    '#/collections?collection=posts&filter=a%3D1&sort=-%40rowid',
    { collectionId: 'posts', filter: 'a=1', sort: '-@rowid' },
  ],
  ['#/logs?superuserRequests=1&logId=x', { adminRequests: '1', logId: 'x' }],
  ['#/collections?constructor=1', { constructor: '1' }],
])('[NS-10] %s is read by the names that Atoll has', (hash, query) => {
  expect({ ...parseHash(hash).query }).toEqual(query);
});
