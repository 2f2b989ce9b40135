import { expect, test } from 'vitest';
import { listSources, sourceOf } from '#domain/records/record-source.ts';

test('the records of a list have the exact texts of their values', () => {
  const body = '{"page":1,"items":[{"id":"a","n":1.10},{"id":"b","n":9007199254740993}]}';
  const sources = listSources([...JSON.parse(body).items, { id: 'c' }], body);
  expect(sources.map(({ record, members }) => [record.id, members.get('n')])).toEqual([
    ['a', '1.10'],
    ['b', '9007199254740993'],
    ['c', undefined],
  ]);
});

test('texts of fields are a record without a collection', () => {
  const members = new Map([
    ['n', '1.10'],
    ['id', '"other"'],
  ]);
  expect(sourceOf('a', members)).toEqual({
    record: { n: 1.1, id: 'a', collectionId: '', collectionName: '' },
    members,
  });
});
