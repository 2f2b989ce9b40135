import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesOf, type ImportMode, importBody, oldNameOf } from '#domain/settings/import/outcome.ts';
import { changesFor, type Entry, outcomeFor, rawOf } from '#tests/support/settings/entries.ts';
import { collectionsArbitrary, fieldOf } from './entry-fixture.ts';

const REPLACE: ImportMode = { merge: false, deleteMissing: true };
const MERGE: ImportMode = { merge: true, deleteMissing: true };
const KEEP: ImportMode = { merge: false, deleteMissing: false };
const modeArbitrary = fc.record({ merge: fc.boolean(), deleteMissing: fc.boolean() });

const rows = (existing: readonly Entry[], imported: readonly Entry[], mode = REPLACE) =>
  changesFor(existing, imported, mode).map(({ kind, id, name }) => `${kind} ${id} ${name}`);

const title = fieldOf('f1', 'title');
const body = fieldOf('f2', 'body');
const one = rawOf('a', 'one', [title, body], { indexes: ['CREATE INDEX `i` ON `one` (`title`)'] });
const two = rawOf('b', 'two', [fieldOf('f3', 'x')]);

test('[IM-09][FD-13] the same collections, in any order and with their fields in any order, are no change', () => {
  fc.assert(
    fc.property(collectionsArbitrary, modeArbitrary, (collections, mode) => {
      const shuffled = collections.toReversed().map((collection) => {
        const schema = collection['schema'];
        return { ...collection, schema: Array.isArray(schema) ? schema.toReversed() : [] };
      });
      expect(changesFor(collections, structuredClone(collections), mode)).toEqual([]);
      expect(changesFor(collections, shuffled, mode)).toEqual([]);
    }),
  );
});

test('[IM-08] deleted, changed and added collections, in this order, with old and new name', () => {
  const three = rawOf('c', 'three');
  const changes = changesFor([one, two], [three, { ...two, name: 'zwei' }], REPLACE);
  expect(changes).toEqual([
    { kind: 'removed', id: 'a', name: 'one', old: one },
    { kind: 'changed', id: 'b', name: 'zwei', old: two, new: { ...two, name: 'zwei' } },
    { kind: 'added', id: 'c', name: 'three', new: three },
  ]);
  const renamed = changesOf(outcomeFor([one, two], [three, { ...two, name: 'zwei' }], REPLACE));
  expect(renamed.map(oldNameOf)).toEqual([undefined, 'two', undefined]);
});

test('[IM-08] each member of a collection and of a field counts', () => {
  const variants: Record<string, unknown> = {
    name: 'uno',
    type: 'auth',
    system: true,
    listRule: '',
    viewRule: 'id != ""',
    createRule: '',
    updateRule: '',
    deleteRule: '',
    indexes: [],
    options: { a: 1 },
    schema: [title],
  };
  for (const [name, value] of Object.entries(variants)) {
    expect(rows([one], [{ ...one, [name]: value }]), name).toHaveLength(1);
    const { [name]: _left, ...rest } = one;
    if (name !== 'name')
      expect(rows([one], [{ ...rest, id: 'a', name: 'one' }]), `without ${name}`).toHaveLength(1);
  }
  const ofField = {
    id: 'f9',
    name: 't',
    type: 'number',
    system: true,
    required: true,
    presentable: true,
    options: {},
  };
  for (const [name, value] of Object.entries(ofField)) {
    expect(rows([one], [{ ...one, schema: [{ ...title, [name]: value }, body] }]), name).toHaveLength(1);
  }
});

test('[IM-08] members that the backend does not have, and the order of keys, are no change', () => {
  const field = { ...title, later: 1, options: { pattern: '', max: null, min: null } };
  expect(rows([one], [{ ...one, later: 1, schema: [field, body] }])).toEqual([]);
});

test('[IM-06] merging keeps omitted collections, but not the omitted fields of others', () => {
  expect(rows([one, two], [{ ...one, schema: [title] }])).toEqual(['removed b two', 'changed a one']);
  expect(rows([one, two], [{ ...one, schema: [title] }], MERGE)).toEqual(['changed a one']);
  expect(rows([one, two], [one], MERGE)).toEqual([]);
});

test('[IM-07][OP-04] without deleting, omitted collections and fields are no change', () => {
  expect(rows([one, two], [{ ...one, schema: [title] }], KEEP)).toEqual([]);
  const fresh = fieldOf('f9', 'fresh');
  const changed = { ...body, required: true };
  const [change] = changesFor([one, two], [{ ...one, schema: [fresh, changed] }], KEEP);
  // As the backend stores it.
  expect(change?.new?.['schema']).toEqual([title, changed, fresh]);
});

test('fields of a view are compared by name, because the backend creates new ids at every import', () => {
  const view = rawOf('v', 'totals', [title, body], { type: 'view', options: { query: 'SELECT id' } });
  const withSchema = (...schema: object[]) => [{ ...view, schema }];
  for (const mode of [REPLACE, KEEP]) {
    expect(rows([view], withSchema({ ...title, id: 'x' }, { ...body, id: 'y' }), mode)).toEqual([]);
    expect(rows([view], withSchema(), mode)).toEqual([]);
    expect(rows([view], withSchema({ ...title, id: 'x' }), mode)).toEqual(['changed v totals']);
    expect(rows([view], withSchema({ ...title, id: 'x', name: 'y' }, body), mode)).toEqual([
      'changed v totals',
    ]);
  }
});

test('a collection that becomes a view keeps its fields by their ids', () => {
  const schema = [fieldOf('f9', 'title')];
  const [change] = changesFor([one], [{ ...one, type: 'view', schema }], KEEP);
  expect(change?.new?.['schema']).toEqual([title, body, ...schema]);
});

test('a collection without a valid schema has no fields', () => {
  for (const schema of [undefined, null, 'x', {}]) {
    expect(rows([one], [{ ...one, schema }])).toEqual(['changed a one']);
    expect(rows([one], [{ ...one, schema }], KEEP)).toEqual([]);
  }
  expect(rows([one], [{ ...one, schema: [null, 1] }])).toEqual(['changed a one']);
});

test('ids and members named like those of every object are compared', () => {
  const parse = (options: string) => JSON.parse(`{"id":"__proto__","name":"x","options":${options}}`);
  expect(rows([], [parse('{}')])).toEqual(['added __proto__ x']);
  expect(rows([parse('{}')], [parse('{"__proto__":{}}')])).toEqual(['changed __proto__ x']);
  expect(rows([parse('{"constructor":{}}')], [parse('{"constructor":{}}')])).toEqual([]);
});

const shorter = { ...one, name: 'uno', schema: [title, fieldOf('f9', 'new')] };
const sent = (mode: ImportMode) => importBody(outcomeFor([one, two], [shorter], mode));

test('[IM-15] sends the collections of the text', () => {
  expect(sent(REPLACE)).toEqual({ collections: [shorter], deleteMissing: true });
});

test('[IM-16][OP-04] merging adds omitted collections, so that only fields are deleted', () => {
  expect(sent(MERGE)).toEqual({ collections: [shorter, two], deleteMissing: true });
});

test('[OP-04] without deleting, the backend keeps what the text omits', () => {
  for (const merge of [false, true]) {
    const kept = sent({ merge, deleteMissing: false });
    expect(kept).toEqual({ collections: [shorter], deleteMissing: false });
  }
});
