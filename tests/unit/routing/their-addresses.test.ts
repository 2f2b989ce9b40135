import { afterEach, expect, test } from 'vitest';
import { parseHash } from '#routing/hash.ts';
import { setLine } from '#wire/choose.ts';

afterEach(() => setLine(undefined));

test.each([
  ['#/collections?collection=posts&record=abc', { collectionId: 'posts', recordId: 'abc' }],
  [
    '#/collections?collection=posts&filter=a%3D1&sort=-%40rowid',
    { collectionId: 'posts', filter: 'a=1', sort: '-@rowid' },
  ],
  ['#/logs?superuserRequests=1&logId=x', { adminRequests: '1', logId: 'x' }],
  ['#/collections?constructor=1', { constructor: '1' }],
])('[NS-10] %s is read by the names that Atoll has', (hash, query) => {
  setLine('pb23');
  expect({ ...parseHash(hash).query }).toEqual(query);
});

test('an address of 0.22 is read as it is', () => {
  setLine('pb22');
  expect({ ...parseHash('#/collections?collection=posts').query }).toEqual({ collection: 'posts' });
});
