import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '#domain/app/lenient.ts';
import { replaceIds as withIdsOf } from '#domain/settings/import/ids.ts';
import { offersOf } from '#domain/settings/import/plan.ts';
import {
  changesFor,
  type Entry,
  fieldsOf,
  rawOf,
  readAll,
  writeAll,
} from '#tests/support/settings/entries.ts';
import { configuration } from '#wire/pb22/configuration.ts';
import { collectionsArbitrary, fieldOf, relationOf } from './entry-fixture.ts';

const replaceIds = (existing: readonly Entry[], imported: readonly Entry[]) =>
  writeAll(withIdsOf(readAll(existing), readAll(imported), configuration.typeName));

const one = rawOf('a', 'one', [fieldOf('f1', 'title'), fieldOf('f2', 'body')]);
const two = rawOf('b', 'two', [fieldOf('f3', 'x'), relationOf('f4', 'r', 'a')]);
const existing = [one, two];

/** Whether the page offers to replace ids. */
const isOffered = (stored: readonly Entry[], collections: readonly Entry[]) =>
  offersOf(
    readAll(stored),
    { items: collections, collections: readAll(collections), problem: '' },
    { merge: true, deleteMissing: true },
    configuration,
  ).some(({ action }) => action === 'Replace with original ids');

/** A collection and fields with ids that the backend accepts. */
const long = rawOf('one000000000000', 'one', [fieldOf('title001', 'title'), fieldOf('body0001', 'body')]);

test('[IM-10] other ids of collections and fields are offered to be replaced', () => {
  expect(isOffered([long], [long])).toBe(false);
  expect(isOffered([long], [{ ...long, id: 'other0000000000' }])).toBe(true);
  const [title, body] = fieldsOf(long);
  expect(isOffered([long], [{ ...long, schema: [{ ...title, id: 'other001' }, body] }])).toBe(true);
  expect(isOffered([long], [{ ...long, schema: [title, body, fieldOf('', 'new'), null] }])).toBe(false);
  // SQLite and the backend ignore the case of names.
  expect(isOffered([long], [{ ...long, id: 'other0000000000', name: 'ONE', schema: [] }])).toBe(true);
  // The backend creates an id for an empty one.
  expect(isOffered([long], [{ ...long, schema: [fieldOf('', 'title')] }])).toBe(true);
});

test('[IM-10] another type is another thing: the backend can’t change it', () => {
  for (const other of [
    rawOf('z', 'one', [], { type: 'view' }),
    rawOf('a', 'one', [fieldOf('g', 'title', { type: 'number' })]),
  ])
    expect(replaceIds(existing, [other])).toEqual([other]);
  expect(replaceIds(existing, [{ id: 'z', name: 'one' }])).toEqual([{ id: 'a', name: 'one' }]);
});

test('[IM-11] replaces ids of collections, of fields and in relations of all collections', () => {
  const imported = [
    rawOf('z', 'one', [fieldOf('g1', 'title'), fieldOf('g2', 'body')]),
    rawOf('b', 'two', [fieldOf('f3', 'x'), relationOf('g4', 'r', 'z')]),
    rawOf('c', 'three', [relationOf('g5', 'q', 'z'), relationOf('g6', 'other', 'c')]),
  ];
  const replaced = replaceIds(existing, imported);
  expect(replaced).toEqual([
    one,
    two,
    rawOf('c', 'three', [relationOf('g5', 'q', 'a'), relationOf('g6', 'other', 'c')]),
  ]);
  // Members stay at their place.
  expect(Object.keys(replaced[0] ?? {})).toEqual(Object.keys(one));
});

test('[IM-11] an existing id is never given to two collections or fields', () => {
  // The first takes the name of another one, which the import renames.
  const swapped = [rawOf('a', 'two'), rawOf('z', 'one')];
  expect(replaceIds([one], swapped)).toEqual(swapped);
  const fields = [rawOf('a', 'one', [fieldOf('f1', 'body'), fieldOf('g', 'title')])];
  expect(replaceIds([one], fields)[0]?.['schema']).toEqual([fieldOf('f1', 'body'), fieldOf('g', 'title')]);
  const twice = [rawOf('y', 'one'), rawOf('z', 'One')];
  expect(replaceIds([one], twice).map(({ id }) => id)).toEqual(['a', 'z']);
});

test('[IM-10] fields of a view have no ids of their own', () => {
  const view = (id: string) => rawOf('v', 'totals', [fieldOf(id, 'x')], { type: 'view' });
  expect(replaceIds([view('f1')], [view('f2')])).toEqual([view('f2')]);
});

test('[IM-11] schemas that are missing or invalid stay as they are', () => {
  for (const schema of [undefined, null, 'x', {}]) {
    expect(replaceIds(existing, [{ id: 'z', name: 'one', schema }])).toEqual([
      { id: 'a', name: 'one', schema },
    ]);
  }
});

/** The collections under other ids, as another backend has them. */
function elsewhere(collections: readonly Entry[]): Entry[] {
  const ids = new Map(collections.map(({ id }, index) => [id, `other${index}`]));
  const ofField = (field: JsonObject, index: number) => {
    const options = field['type'] === 'relation' ? Object(field['options']) : undefined;
    const target = options && ids.get(options.collectionId);
    return {
      ...field,
      id: `field${index}`,
      ...(options && { options: { ...options, collectionId: target } }),
    };
  };
  return collections.map((collection) => ({
    ...collection,
    id: ids.get(collection.id) ?? '',
    schema: fieldsOf(collection).map(ofField),
  }));
}

/** With names that are unique in each collection, as in a backend. */
const storedArbitrary = collectionsArbitrary.map((collections) =>
  collections.map((collection) => ({
    ...collection,
    schema: fieldsOf(collection).map((field, index) => ({ ...field, name: `field ${index}` })),
  })),
);

test('[IM-11] collections of a backend with other ids become equal to the existing ones', () => {
  fc.assert(
    fc.property(storedArbitrary, (collections) => {
      const replaced = replaceIds(collections, elsewhere(collections));
      expect(replaced).toEqual(collections);
      const mode = { merge: false, deleteMissing: true };
      expect(changesFor(collections, replaced, mode)).toEqual([]);
    }),
  );
});

const targetOf = (field: JsonObject): unknown => Object(field['options'])['collectionId'];

test('[IM-11] for any two configurations relations stay consistent, ids stay unique, and doing it twice is doing it once', () => {
  fc.assert(
    fc.property(storedArbitrary, storedArbitrary, (before, imported) => {
      const replaced = replaceIds(before, imported);
      expect(replaceIds(before, replaced)).toEqual(replaced);
      expect(new Set(replaced.map(({ id }) => id)).size).toBe(imported.length);
      imported.forEach((collection, at) => {
        const fields = fieldsOf(replaced[at] ?? collection);
        expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
        fieldsOf(collection).forEach((field, index) => {
          const index2 = imported.findIndex(({ id }) => id === targetOf(field));
          if (index2 >= 0) expect(targetOf(fields[index] ?? {})).toBe(replaced[index2]?.id);
        });
      });
    }),
  );
});
