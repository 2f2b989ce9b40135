import { expect, test } from 'vitest';
import { draftOwner, withDraftOwner } from '#domain/app/draft-owner.ts';

test.each(['{}', '{"title":"a"}', '{"a":{"@owner":"else"},"b":[]}'])(
  'the draft %s keeps its content next to the owner',
  (text) => {
    const owned = withDraftOwner(text, 'id "of" ann');
    expect(draftOwner(owned)).toBe('id "of" ann');
    expect(JSON.parse(owned)).toEqual({ ...JSON.parse(text), '@owner': 'id "of" ann' });
  },
);

test('a draft without an owner is unchanged', () => {
  expect(withDraftOwner('{"title":"a"}', undefined)).toBe('{"title":"a"}');
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
