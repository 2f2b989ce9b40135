import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { importBody, lossesOf, lossQuestion } from '#domain/settings/sync/body.ts';
import { detectChanges } from '#domain/settings/sync/changes.ts';
import { rawOf } from '#tests/support/settings/raw-collection.ts';
import { collectionsArbitrary, fieldOf } from './raw-fixture.ts';

const title = fieldOf('f1', 'title');
const one = rawOf('a', 'one', [title, fieldOf('f2', 'body')]);
const two = rawOf('b', 'two', [fieldOf('f3', 'x')]);
const shorter = { ...one, name: 'uno', schema: [title, fieldOf('f9', 'new')] };
const existing = [one, two];

test('[IM-15] sends the collections of the text', () => {
  const mode = { merge: false, deleteMissing: true };
  expect(importBody(existing, [shorter], mode)).toEqual({ collections: [shorter], deleteMissing: true });
});

test('[IM-16][OP-04] merging adds omitted collections, so that only fields are deleted', () => {
  const merged = importBody(existing, [shorter], { merge: true, deleteMissing: true });
  expect(merged).toEqual({ collections: [shorter, two], deleteMissing: true });
});

test('[OP-04] without deleting, the backend keeps what the text omits', () => {
  for (const merge of [false, true]) {
    const body = importBody(existing, [shorter], { merge, deleteMissing: false });
    expect(body).toEqual({ collections: [shorter], deleteMissing: false });
  }
});

test('[IM-14] the question names fields by their existing names and ids, and whole collections', () => {
  const losses = lossesOf(existing, [shorter], { merge: false, deleteMissing: true });
  expect(losses).toEqual(['- one.body (f2)', '- two.*']);
  expect(lossQuestion(losses)).toBe(
    'Do you really want to delete the following collection fields and their related records data:\n- one.body (f2)\n- two.*',
  );
  expect(lossesOf(existing, [shorter], { merge: true, deleteMissing: true })).toEqual(['- one.body (f2)']);
  expect(
    lossesOf(existing, [{ id: 'a', name: 'one' }, two], { merge: true, deleteMissing: true }),
  ).toHaveLength(2);
});

test('[IM-14] fields of a view have no data, but a view can be deleted', () => {
  const view = rawOf('v', 'totals', [title], { type: 'view' });
  expect(lossesOf([view], [{ ...view, schema: [] }], { merge: false, deleteMissing: true })).toEqual([]);
  expect(lossesOf([view], [one], { merge: false, deleteMissing: true })).toEqual(['- totals.*']);
});

test('[IM-14] nothing is lost without deleting, or when nothing is omitted', () => {
  for (const merge of [false, true]) {
    expect(lossesOf(existing, [shorter], { merge, deleteMissing: false })).toEqual([]);
    expect(lossesOf(existing, [two, one, rawOf('c', 'three')], { merge, deleteMissing: true })).toEqual([]);
  }
});

test('[IM-14] each deleted collection, and each omitted field, is in the question', () => {
  fc.assert(
    fc.property(collectionsArbitrary, collectionsArbitrary, (before, imported) => {
      const losses = lossesOf(before, imported, { merge: false, deleteMissing: true });
      const deleted = detectChanges(before, imported, { merge: false, deleteMissing: true })
        .filter(({ kind }) => kind === 'deleted')
        .map(({ name }) => `- ${name}.*`);
      expect(losses).toEqual(expect.arrayContaining(deleted));
      // Sending what exists deletes nothing.
      expect(
        lossesOf(before, importBody(before, before, { merge: true, deleteMissing: true }).collections, {
          merge: false,
          deleteMissing: true,
        }),
      ).toEqual([]);
    }),
  );
});
