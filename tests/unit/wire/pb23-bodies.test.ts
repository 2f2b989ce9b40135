import fc from 'fast-check';
import { expect, test } from 'vitest';
import { list, members } from '#domain/app/lenient.ts';
import { type Collection, ownFields } from '#domain/backend/collection.ts';
import type { Field, FieldMembers, FieldType, Limit } from '#domain/backend/field.ts';
import { crc32 } from '#domain/model/crc32.ts';
import '#wire/pb23/auth-options.ts';
import { readCollection } from '#wire/pb23/collections.ts';
import {
  collectionProblems,
  copyOf,
  firstParts,
  isSameStored,
  writeCollection,
  writeEntry,
} from '#wire/pb23/save-collection.ts';

type Type23 = Exclude<FieldType, 'unknown'>;

const word = fc.stringMatching(/^[a-z]\w{0,8}$/);
const words = fc.array(word, { maxLength: 3 });
/** The backend refuses a second field of such a name, in letters of either case. */
const BUILT_IN = /^(id|email|emailvisibility|password|tokenkey|verified)$/i;
const fieldName = word.filter((name) => !BUILT_IN.test(name));
const size = fc.integer({ min: 1, max: 1e6 });
/** Where zero is no limit; where it is the backend's own; and of lists. */
const limit: fc.Arbitrary<Limit> = fc.option(size, { nil: null });
const most: fc.Arbitrary<Limit> = fc.oneof(limit, fc.constant('default' as const));
const count: fc.Arbitrary<Limit> = fc.option(fc.integer({ min: 1, max: 99 }), { nil: null });
const bound = fc.option(fc.integer(), { nil: null });
const rule = fc.option(fc.string(), { nil: null });
const domains = fc.record({ exceptDomains: words, onlyDomains: words });

const OWN: { [Type in Type23]: fc.Arbitrary<FieldMembers[Type]> } = {
  text: fc.record({ min: limit, max: most, pattern: fc.string(), autogenerate: fc.string() }),
  editor: fc.record({ stripsDomain: fc.boolean(), maxSize: most }),
  number: fc.record({ min: bound, max: bound, isWhole: fc.boolean() }),
  bool: fc.record({}),
  email: domains,
  url: domains,
  date: fc.record({ min: fc.string(), max: fc.string() }),
  select: fc.record({ choices: words, max: count }),
  file: fc.record({ max: count, maxSize: most, mimeTypes: words, thumbs: words, isProtected: fc.boolean() }),
  relation: fc.record({ collectionId: word, min: limit, max: count, cascades: fc.boolean() }),
  json: fc.record({ maxSize: most }),
  autodate: fc.record({ onCreate: fc.boolean(), onUpdate: fc.boolean() }),
  password: fc.record({ min: limit, max: most, pattern: fc.string(), cost: most }),
  geoPoint: fc.record({}),
};

const field: fc.Arbitrary<Field> = fc
  .constantFrom(...(Object.keys(OWN) as Type23[]))
  .chain((type) => OWN[type].map((own) => ({ type, own })))
  .chain(({ type, own }) =>
    fc
      .record({
        ...{ id: word, name: fieldName, help: fc.string(), isRequired: fc.boolean() },
        ...{ isPresentable: fc.boolean(), isHidden: fc.boolean() },
      })
      .map(
        (common) =>
          ({
            ...{
              role: undefined,
              isBuiltIn: false,
              isSystem: false,
              raw: undefined,
              ...common,
              ...own,
              type,
            },
            // The backend has neither for dates that it sets.
            ...(type === 'autodate' && { isRequired: false, help: '' }),
          }) as Field,
      ),
  );

const collection: fc.Arbitrary<Collection> = fc
  .record({
    ...{ id: word, name: word, isSystem: fc.boolean(), indexes: words },
    fields: fc.uniqueArray(field, { maxLength: 6, selector: ({ id }) => id }),
    ...{ listRule: rule, viewRule: rule, createRule: rule, updateRule: rule, deleteRule: rule },
    ...{ manageRule: rule, authRule: rule, query: fc.string() },
    type: fc.constantFrom('auth', 'base', 'view'),
  })
  .map(({ type, query, manageRule, authRule, fields, ...rest }) => ({
    ...rest,
    type: type as Collection['type'],
    ...{ created: '', updated: '', raw: undefined },
    fields: type === 'view' ? [] : fields,
    ...(type === 'view' && { query }),
    ...(type === 'auth' && { manageRule, authRule, auth: firstParts('auth').auth }),
  }));

const sentAsText = (model: Collection) => JSON.parse(JSON.stringify(writeCollection(model)));
const bare = (fields: readonly Field[]) => fields.map((one) => ({ ...one, raw: undefined }));
/** Dates have the role that their switches give them. */
const without = (fields: readonly Field[]) => bare(fields).map((one) => ({ ...one, role: undefined }));

test('what 0.23 can express comes back as it was written', () => {
  fc.assert(
    fc.property(collection, (model) => {
      const { auth: _auth, ...read } = readCollection(sentAsText(model));
      const { auth: _new, ...written } = model;
      expect({ ...read, fields: without(ownFields(read)), raw: undefined }).toEqual(written);
    }),
    { numRuns: 500 },
  );
});

test('of a collection that nobody changed nothing is sent, and an export has it as it came', () => {
  fc.assert(
    fc.property(collection, fc.jsonValue(), (model, unknown) => {
      const stored = { ...sentAsText(model), later: unknown };
      const read = readCollection(stored);
      expect(writeCollection(read)).toEqual({});
      expect(writeEntry(read)).toBe(stored);
    }),
    { numRuns: 500 },
  );
});

test('a model without built-in fields sends them all the same, each at its place', () => {
  fc.assert(
    fc.property(collection, fc.infiniteStream(fc.nat()), (model, random) => {
      const stored = sentAsText(model);
      const fields = list(stored['fields'], members)
        .map((one, at) => ({ ...one, id: `f${at}` }))
        // Somebody has moved them.
        .map((one) => ({ one, at: random.next().value ?? 0 }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ one }) => one);
      const read = readCollection({ ...stored, fields });
      const own = { ...read, fields: ownFields(read) };
      expect(writeCollection(own)).toEqual({});
      const [first, ...rest] = own.fields;
      if (!first) return;
      const renamed = { ...own, fields: [{ ...first, name: 'renamed' }, ...rest] };
      expect(writeCollection(renamed)).toEqual({
        fields: fields.map((one) => (one.id === first.id ? { ...one, name: 'renamed' } : one)),
      });
    }),
    { numRuns: 500 },
  );
});

const title = {
  ...{ id: 'text724990059', name: 'title', type: 'text', system: false },
  later: { a: [1, null] },
};
const place = { ...{ id: 'x1', name: 'place', type: 'map', system: false }, zoom: 3 };
const STORED = {
  ...{ id: 'c1', name: 'posts', type: 'base', system: false, indexes: [], more: { b: 2 } },
  ...{ listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null },
  fields: [{ id: 'i', name: 'id', type: 'text', system: true, primaryKey: true }, title, place],
};

test('what Atoll does not know survives an edit of a field', () => {
  const read = readCollection(STORED);
  const fields = read.fields.map((one) => (one.name === 'title' ? { ...one, isHidden: true } : one));
  expect(writeCollection({ ...read, fields })).toEqual({
    fields: [STORED.fields[0], { ...title, hidden: true }, place],
  });
});

test('a new field gets no id, but one of its own where the backend would take it for another', () => {
  const read = readCollection(STORED);
  const added = (name: string, type: 'text' | 'bool') =>
    ({ ...readCollection({ fields: [{ name, type }] }).fields[0], raw: undefined }) as Field;
  const ids = (fields: readonly Field[]) =>
    list(writeCollection({ ...read, fields })['fields'], members).map(({ id }) => id);
  expect(ids([...read.fields, added('other', 'text')])).toEqual(['i', title.id, 'x1', undefined]);
  const renamed = read.fields.map((one) => (one.name === 'title' ? { ...one, name: 'headline' } : one));
  expect(ids([added('title', 'text'), ...renamed])).toEqual([`${title.id}2`, 'i', title.id, 'x1']);
  const left = read.fields.filter(({ name }) => name !== 'title');
  expect(ids([...left, added('title', 'text')])).toEqual(['i', 'x1', `${title.id}2`]);
  // The same name as another: refused by the backend, which would drop a column for one without an id.
  const sum = crc32(new TextEncoder().encode('title'));
  expect(ids([...read.fields, added('title', 'bool')])).toEqual(['i', title.id, 'x1', `bool${sum}`]);
});

test('a copy has neither ids nor secrets, and no system field but the built-in ones', () => {
  const providers = [{ name: 'github', clientId: 'x' }];
  const auth = {
    ...{ ...STORED, type: 'auth', system: true, created: 'c', updated: 'u' },
    oauth2: { enabled: true, providers, mappedFields: { name: 'nick' } },
    fields: [...STORED.fields, { id: 'd', name: 'created', type: 'autodate', system: true, onCreate: true }],
  };
  const copy = writeCollection(copyOf(readCollection(auth)));
  expect(Object.keys(copy)).toEqual(expect.not.arrayContaining(['id', 'created', 'updated', 'system']));
  expect(copy['oauth2']).toEqual({ enabled: false, providers: [], mappedFields: { name: 'nick' } });
  const fields = list(copy['fields'], members);
  expect(fields.filter((one) => 'id' in one)).toEqual([]);
  const ofCopy = fields.filter(({ name }) => ['id', 'title', 'created'].includes(String(name)));
  expect(ofCopy.map(({ system }) => system)).toEqual([true, false, false]);
});

test('two answers say the same, whenever it was saved, and whatever ids fields of a view have', () => {
  const read = readCollection(STORED);
  expect(isSameStored(read, readCollection({ ...STORED, updated: 'later' }))).toBe(true);
  expect(isSameStored(read, readCollection({ ...STORED, more: { b: 3 } }))).toBe(false);
  expect(isSameStored(read, readCollection({ ...STORED, fields: STORED.fields.slice(1) }))).toBe(false);
  const view = { ...STORED, type: 'view' };
  const other = { ...view, fields: [{ ...title, id: 'y' }] };
  expect(isSameStored(readCollection(view), readCollection(other))).toBe(true);
});

const said = (path: string) => ({ path, text: 'No.' });
const pathsOf = (collection: Collection, ...paths: string[]) =>
  collectionProblems(paths.map(said), collection).map(({ path }) => path);

test('a message about a sent field is one about the field of the model, by its member', () => {
  const read = readCollection(STORED);
  expect(pathsOf(read, 'fields.1.autogeneratePattern', 'fields.2.name', 'listRule', 'indexes.0')).toEqual([
    ...['fields.1.autogenerate', 'fields.2.name', 'listRule', 'indexes.0'],
  ]);
  // Without the built-in one, which is sent first.
  const own = { ...read, fields: ownFields(read) };
  expect(pathsOf(own, 'fields.1.max', 'fields.0.min')).toEqual(['fields.0.max', 'fields.0.min']);
  const { raw: _raw, ...unsaved } = own;
  expect(pathsOf({ ...unsaved, id: '', raw: undefined }, 'fields.2.name')).toEqual(['fields.1.name']);
});

test('of a view, what is wrong with its query comes alone', () => {
  const view = readCollection({ ...STORED, type: 'view', viewQuery: 'x' });
  expect(pathsOf(view, 'fields', 'viewQuery')).toEqual(['query']);
  expect(pathsOf(view, 'fields')).toEqual(['fields']);
});
