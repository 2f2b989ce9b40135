import { expect, test } from 'vitest';
import { formFieldsOf } from '#domain/records/panel/fields.ts';
import { parseRecordSource } from '#domain/records/record-source.ts';
import { changeBetween } from '#domain/records/undo/change.ts';
import { collection, field } from '#tests/unit/collections/collection-fixture.ts';

const people = collection('people', [field('title'), field('data', 'json'), field('note')], { type: 'auth' });
const between = (before: string, after: string) =>
  changeBetween(people, parseRecordSource(before), parseRecordSource(after), formFieldsOf(people, true));

test('a change has the exact texts of the fields that differ, without secrets', () => {
  const before = '{"id":"a","title":"old","data":1.10,"password":"x","gone":1}';
  const after = '{"id":"b","title":"new","data":1.1,"password":"y","note":"","username":null}';
  expect(between(before, after)).toEqual({
    id: 'b',
    collection: people,
    label: 'new',
    before: new Map([
      ['username', 'null'],
      ['title', '"old"'],
      ['data', '1.10'],
      ['note', 'null'],
    ]),
    after: new Map([
      ['username', 'null'],
      ['title', '"new"'],
      ['data', '1.1'],
      ['note', '""'],
    ]),
  });
});

test('fields that a response lacks did not change', () => {
  expect(between('{"id":"a","title":"x","note":"y"}', '{"id":"a","title":"x"}')).toBeUndefined();
});
