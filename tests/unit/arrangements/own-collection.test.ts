import { expect, test } from 'vitest';
import {
  isLeftAlone,
  isOwnCollection,
  OWN_COLLECTION,
  ownState,
} from '#domain/arrangements/own-collection.ts';
import { ownCollectionBody } from '#domain/arrangements/state.ts';
import { parseCollection } from '#domain/collections/collection.ts';
import { lossesOf } from '#domain/settings/import/losses.ts';
import { changesOf, importBody, outcomeOf } from '#domain/settings/import/outcome.ts';
import type { RawCollection } from '#domain/settings/import/raw.ts';

const OWN: RawCollection = { ...ownCollectionBody, id: 'own' };
const POSTS: RawCollection = { id: 'posts', name: 'posts', type: 'base', schema: [] };
const stateOf = (changes: object) => ownState(parseCollection({ ...OWN, ...changes }));

test('Atoll’s own collection is known by name, fields, index and rules', () => {
  expect(isOwnCollection(parseCollection(OWN))).toBe(true);
  expect(stateOf({ name: 'posts' })).toBeUndefined();
  expect(stateOf({ type: 'auth' })).toBe('other');
  expect(stateOf({ indexes: [] })).toBe('other');
  expect(stateOf({ schema: ownCollectionBody.schema.slice(1) })).toBe('other');
  for (const rule of ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'])
    for (const text of ['', 'id != ""']) expect(stateOf({ [rule]: text })).toBe('open');
  expect([OWN, { ...OWN, listRule: '' }, { ...OWN, schema: [] }, POSTS].map(isLeftAlone)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('it is created with fields that earlier versions know, too, for administrators only', () => {
  const { schema, indexes, ...body } = ownCollectionBody;
  const rules = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };
  expect(body).toEqual({
    ...{ id: '', created: '', updated: '' },
    ...{ name: 'atoll_arrangements', type: 'base', system: false, options: {} },
    ...rules,
  });
  const text = { type: 'text', required: true, options: {} };
  const fields = [
    { name: 'kind', ...text },
    { name: 'key', ...text },
    { name: 'revision', type: 'number', required: false, options: { noDecimal: true } },
    { name: 'value', type: 'json', required: false, options: { maxSize: 2_000_000 } },
  ];
  expect(schema).toEqual(fields.map((field) => ({ id: '', presentable: false, system: false, ...field })));
  expect(indexes).toEqual([
    'CREATE UNIQUE INDEX `idx_atoll_arrangements` ON `atoll_arrangements` (`kind`, `key`, `revision`)',
  ]);
});

test('an import never deletes it because the text omits it', () => {
  const existing = [OWN, POSTS];
  for (const merge of [true, false]) {
    const mode = { merge, deleteMissing: true };
    const gone = merge ? [] : ['posts'];
    const outcome = outcomeOf(existing, [], mode);
    expect(changesOf(outcome).map(({ id }) => id)).toEqual(gone);
    expect(lossesOf(outcome).map(({ collectionId }) => collectionId)).toEqual(gone);
    const { collections } = importBody(outcome);
    expect(collections).toEqual(merge ? existing : [OWN]);
  }
  const keeping = outcomeOf(existing, [], { merge: false, deleteMissing: false });
  expect(importBody(keeping).collections).toEqual([]);
  // In the text, it is imported like any other.
  const changed = { ...OWN, listRule: '' };
  const opened = outcomeOf(existing, [changed, POSTS], { merge: false, deleteMissing: true });
  expect(changesOf(opened)).toMatchObject([{ kind: 'changed', name: OWN_COLLECTION }]);
});
