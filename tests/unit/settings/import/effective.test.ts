import { expect, test } from 'vitest';
import { importBody, outcomeOf } from '#domain/settings/import/outcome.ts';
import { rawOf } from '#tests/support/settings/raw-collection.ts';
import { fieldOf } from './raw-fixture.ts';

const title = fieldOf('f1', 'title');
const one = rawOf('a', 'one', [title, fieldOf('f2', 'body')]);
const two = rawOf('b', 'two', [fieldOf('f3', 'x')]);
const shorter = { ...one, name: 'uno', schema: [title, fieldOf('f9', 'new')] };
const existing = [one, two];

test('[IM-15] sends the collections of the text', () => {
  const mode = { merge: false, deleteMissing: true };
  expect(importBody(outcomeOf(existing, [shorter], mode))).toEqual({
    collections: [shorter],
    deleteMissing: true,
  });
});

test('[IM-16][OP-04] merging adds omitted collections, so that only fields are deleted', () => {
  const merged = importBody(outcomeOf(existing, [shorter], { merge: true, deleteMissing: true }));
  expect(merged).toEqual({ collections: [shorter, two], deleteMissing: true });
});

test('[OP-04] without deleting, the backend keeps what the text omits', () => {
  for (const merge of [false, true]) {
    const body = importBody(outcomeOf(existing, [shorter], { merge, deleteMissing: false }));
    expect(body).toEqual({ collections: [shorter], deleteMissing: false });
  }
});
