import { expect, test } from 'vitest';
import { draftOwner, stamped } from '#domain/app/stored.ts';

test.each(['{}', '{"title":"a"}', '{"a":{"@owner":"else"},"b":[]}'])(
  'the draft %s keeps its content next to line and owner',
  (text) => {
    const owned = stamped(text, 'pb22', 'id "of" ann');
    expect(draftOwner(owned)).toBe('id "of" ann');
    expect(JSON.parse(owned)).toEqual({ ...JSON.parse(text), '@line': 'pb22', '@owner': 'id "of" ann' });
  },
);

test('without an owner only the line is added', () => {
  expect(stamped('{"title":"a"}', 'pb22')).toBe('{"@line":"pb22","title":"a"}');
  expect(stamped('{}', 'pb22')).toBe('{"@line":"pb22"}');
});

test('an empty id is an owner, and the last of two counts', () => {
  expect(draftOwner('{"@owner":""}')).toBe('');
  expect(draftOwner('{"@owner":"ann","@owner":"bob"}')).toBe('bob');
});

test.each([
  '',
  '{',
  'null',
  '1',
  '"@owner"',
  '[]',
  '["@owner"]',
  '[{"@owner":"ann"}]',
  '{}',
  '{"@owner":1}',
  '{"@owner":null}',
  '{"@owner":["ann"]}',
  '{"@owner":{"@owner":"ann"}}',
  '{"__proto__":{"@owner":"ann"}}',
  '{"@owner":"ann"',
])('the draft %j has no owner', (text) => {
  expect(draftOwner(text)).toBeUndefined();
});
