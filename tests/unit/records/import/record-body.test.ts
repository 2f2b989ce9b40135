import { expect, test } from 'vitest';
import { importFields } from '#domain/records/import/plan.ts';
import { changedFields, recordBody } from '#domain/records/import/values.ts';
import { parseRecordSource } from '#domain/records/record-source.ts';
import { collection, field } from '#tests/unit/collections/collection-fixture.ts';

const schema = [
  field('title'),
  field('body', 'editor'),
  field('site', 'url'),
  field('amount', 'number'),
  field('day', 'date'),
  field('data', 'json'),
  field('tags', 'select', { options: { maxSelect: 2, values: ['a', 'b'] } }),
];
const fields = importFields(collection('people', schema, { type: 'auth' }), true);

test('a body has the values of the row, a password twice, and numbers with all their digits', () => {
  const values = { title: 'a', amount: '1.50', verified: true, tags: ['a'], password: 'secret', other: 'x' };
  expect(recordBody(fields, values)).toEqual({
    ...{ title: 'a', amount: '1.50', verified: true, tags: ['a'] },
    ...{ password: 'secret', passwordConfirm: 'secret' },
  });
  expect(recordBody(fields, { day: '', data: ' {"a": 1} ' })).toEqual({ day: '', data: '{"a":1}' });
});

test.each([
  ['title', 'a\r\nb', '"a\\nb"', true],
  ['title', 'a', '"a"', false],
  ['body', '<p>a\r\nb</p>', '"<p>a\\nb</p>"', true],
  ['body', '', '""', false],
  ['site', 'http://a.b', '"http://a.b"', false],
  ['site', 'http://a.b', '""', true],
  ['amount', '1.50', '1.5', false],
  ['amount', '1.5', '1.25', true],
  ['amount', '9007199254740993', '9007199254740992', false],
  ['day', '2026-01-02T03:04:05.678Z', '"2026-01-02 03:04:05.678Z"', false],
  ['day', '2026-01-02 03:04:05.678Z', '"2026-01-02 03:04:05.000Z"', true],
  ['day', 'tomorrow', '"2026-01-02 03:04:05.000Z"', true],
  ['data', '{"a": "<b>"}', '{"a":"\\u003cb\\u003e"}', false],
  ['data', '{"a":1}', '{"a":2}', true],
  ['data', '[9007199254740993]', '[9007199254740992]', true],
  // A database rounds a number that is alone.
  ['data', '1.10', '1.1', false],
  ['data', '1.10', '1.2', true],
  ['data', '1', '1.0', true],
  ['data', '"1"', '1', true],
  ['verified', true, 'false', true],
  ['verified', true, 'true', false],
  ['tags', ['a'], '["a"]', false],
  ['tags', ['a', 'b'], '["b","a"]', true],
  // These can't be compared, or find the record.
  ['password', 'secret', '""', false],
  ['id', 'a', '"b"', false],
])('the value of %s %j changes the stored %s: %s', (name, value, stored, isChanged) => {
  const source = parseRecordSource(`{"${name}":${stored}}`);
  const changed = changedFields(fields, { [name]: value }, source).map((one) => one.name);
  expect(changed).toEqual(isChanged ? [name] : []);
});
