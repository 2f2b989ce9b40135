import { expect, test } from 'vitest';
import { list, members } from '#domain/app/lenient.ts';
import {
  isLeftAlone,
  isOwnCollection,
  OWN_COLLECTION,
  ownState,
} from '#domain/arrangements/own-collection.ts';
import { newOwnCollection } from '#domain/arrangements/state.ts';
import { lossesOf } from '#domain/settings/import/losses.ts';
import { changesOf, importBody } from '#domain/settings/import/outcome.ts';
import { type Entry, outcomeFor } from '#tests/support/settings/entries.ts';
import { readCollection } from '#wire/collections.ts';
import { readCollection as readNewer } from '#wire/pb23/collections.ts';
import { writeCollection } from '#wire/save-collection.ts';

const BODY = writeCollection(newOwnCollection());
const SCHEMA = list(BODY['schema'], members);
const OWN: Entry = { ...BODY, name: OWN_COLLECTION, id: 'own' };
const POSTS: Entry = { id: 'posts', name: 'posts', type: 'base', schema: [] };
const stateOf = (changes: object) => ownState(readCollection({ ...OWN, ...changes }));

test('Atoll’s own collection is known by name, fields, index and rules', () => {
  expect(isOwnCollection(readCollection(OWN))).toBe(true);
  expect(stateOf({ name: 'posts' })).toBeUndefined();
  expect(stateOf({ type: 'auth' })).toBe('other');
  expect(stateOf({ indexes: [] })).toBe('other');
  expect(stateOf({ schema: SCHEMA.slice(1) })).toBe('other');
  for (const rule of ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'])
    for (const text of ['', 'id != ""']) expect(stateOf({ [rule]: text })).toBe('open');
  expect(
    [OWN, { ...OWN, listRule: '' }, { ...OWN, schema: [] }, POSTS].map((raw) =>
      isLeftAlone(readCollection(raw)),
    ),
  ).toEqual([true, true, false, false]);
});

test('it is created with fields that earlier versions know, too, for administrators only', () => {
  const { schema, indexes, ...body } = BODY;
  const rules = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };
  expect(body).toEqual({
    ...{ id: '', created: '', updated: '' },
    ...{ name: 'atoll_arrangements', type: 'base', system: false, options: {} },
    ...rules,
  });
  const text = { type: 'text', required: true, options: { min: null, max: null, pattern: '' } };
  const fields = [
    { name: 'kind', ...text },
    { name: 'key', ...text },
    { name: 'revision', type: 'number', required: false, options: { min: null, max: null, noDecimal: true } },
    { name: 'value', type: 'json', required: false, options: { maxSize: 2_000_000 } },
  ];
  expect(schema).toEqual(fields.map((field) => ({ id: '', presentable: false, system: false, ...field })));
  expect(indexes).toEqual([
    'CREATE UNIQUE INDEX `idx_atoll_arrangements` ON `atoll_arrangements` (`kind`, `key`, `revision`)',
  ]);
});

test('where dates are fields, it has them and is known with them, with others, and without', () => {
  const json = { ...BODY, id: 'own', fields: BODY['schema'] };
  const dates = ['created', 'updated'].map((name) => ({ name, type: 'autodate', onCreate: true }));
  const id = { name: 'id', type: 'text', system: true };
  const read = (...fields: object[]) => ownState(readNewer({ ...json, fields }));
  expect(read(id, ...SCHEMA, ...dates)).toBe('own');
  expect(read(id, ...SCHEMA)).toBe('own');
  expect(read(id, ...SCHEMA, ...dates, { name: 'more', type: 'text' })).toBe('other');
  const made = newOwnCollection([], readNewer({ fields: dates }).fields);
  expect(made.fields.map(({ name, type }) => `${name} ${type}`)).toEqual([
    ...['kind text', 'key text', 'revision number', 'value json', 'created autodate', 'updated autodate'],
  ]);
});

test('its index has a name that no other collection uses', () => {
  const first = newOwnCollection();
  const second = newOwnCollection([first]);
  expect(second.indexes[0]).toContain('`idx_atoll_arrangements2` ON `atoll_arrangements`');
  expect(newOwnCollection([first, second]).indexes[0]).toContain('arrangements3`');
});

test('an import never deletes it because the text omits it', () => {
  const existing = [OWN, POSTS];
  for (const merge of [true, false]) {
    const mode = { merge, deleteMissing: true };
    const gone = merge ? [] : ['posts'];
    const outcome = outcomeFor(existing, [], mode);
    expect(changesOf(outcome).map(({ id }) => id)).toEqual(gone);
    expect(lossesOf(outcome).map(({ collectionId }) => collectionId)).toEqual(gone);
    const { collections } = importBody(outcome);
    expect(collections).toEqual(merge ? existing : [OWN]);
  }
  const keeping = outcomeFor(existing, [], { merge: false, deleteMissing: false });
  expect(importBody(keeping).collections).toEqual([]);
  // In the text, it is imported like any other.
  const changed = { ...OWN, listRule: '' };
  const opened = outcomeFor(existing, [changed, POSTS], { merge: false, deleteMissing: true });
  expect(changesOf(opened)).toMatchObject([{ kind: 'changed', name: OWN_COLLECTION }]);
});
