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

test.each(['', '{', 'null', '1', '"@owner"', '[]', '{}', '{"@owner":1}'])(
  'the draft %j has no owner',
  (text) => {
    expect(draftOwner(text)).toBeUndefined();
  },
);
