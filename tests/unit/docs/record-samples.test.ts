import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Collection, ownFields } from '#domain/backend/collection.ts';
import { type Placeholders, placeholders } from '#domain/docs/placeholders.ts';
import { exampleValue } from '#domain/field-types/docs.ts';
import { createUser, PASSWORD } from '#tests/support/accounts.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { createCollection, createRecord, everyFieldType, field, pngFile } from '#tests/support/factories.ts';
import { allRules, docOf, narrowFields, storedCollectionOf } from './docs-fixture.ts';
import { expectDocumented, recordCalls, runSample, type Surroundings } from './run-sample.ts';

let backend: Backend;
let relatedIds: string[];
let relatedCollection: string;
const known = (): Partial<Placeholders> => ({
  identity: 'reader@example.com',
  password: PASSWORD,
  relationIds: (count) => relatedIds.slice(0, count),
});

beforeAll(async () => {
  backend = await startPocketBase();
  await createCollection(backend.api, { name: 'readers', type: 'auth', ...allRules('') });
  await createUser(backend, 'readers', { email: 'reader@example.com' });
  const related = await createCollection(backend.api, { name: 'related', fields: [field('name')] });
  relatedCollection = related.id;
  const records = [1, 2, 3].map((number) => createRecord(backend.api, 'related', { name: `${number}` }));
  relatedIds = (await Promise.all(records)).map(({ id }) => id);
});
afterAll(() => backend.stop());

/** Runs the sample of a tab and compares the real requests and responses with the documented ones. */
async function tryTab(
  tab: string,
  collection: Collection,
  more: Partial<Placeholders>,
  around?: Surroundings,
) {
  const doc = docOf(backend, tab, collection, { ...known(), ...more }, 'readers');
  const recorder = recordCalls();
  try {
    const printed = await runSample(doc.samples.javascript, around);
    const jsonFields = ownFields(collection).filter(({ type }) => type === 'json');
    expectDocumented(
      doc,
      recorder.calls,
      jsonFields.map(({ name }) => name),
    );
    return { doc, printed, calls: recorder.calls };
  } finally {
    recorder.stop();
  }
}

const onlyRecord = async (name: string) => {
  const { items } = await backend.api.get<{ items: Record<string, unknown>[] }>(
    `/api/collections/${name}/records`,
  );
  expect(items).toHaveLength(1);
  return items[0] ?? {};
};

/** The example's values of all fields except files. */
function expectedValues(collection: Collection): Record<string, unknown> {
  const real = { ...placeholders, ...known() };
  return Object.fromEntries(
    ownFields(collection)
      .filter(({ type }) => type !== 'file')
      .map((one) => [one.name, exampleValue(one, real.relationIds)]),
  );
}

const RULES = [
  ['open to everyone', ''],
  ['locked', null],
  ['limited to users', '@request.auth.id != ""'],
] as const;

const SCHEMAS = [
  ['every field type', everyFieldType],
  ['narrow options', narrowFields],
] as const;

describe.each(SCHEMAS)('JavaScript samples of a collection with %s', (schemaName, schema) => {
  test.each(RULES)('[DC-05][DC-08][DC-09][DC-12] run when its rules are %s', async (ruleName, rule) => {
    const name = `${schemaName} ${ruleName}`.replaceAll(' ', '_');
    await createCollection(backend.api, { name, fields: schema(relatedCollection), ...allRules(rule) });
    const collection = await storedCollectionOf(backend, name);
    const files = [pngFile()];

    await tryTab('create', collection, {}, { files });
    const created = await onlyRecord(name);
    expect(created).toMatchObject(expectedValues(collection));
    expect(created['cover']).toMatch(/\.png$/);
    const recordId = String(created['id']);

    const listed = await tryTab('list', collection, {});
    // One page, all records and the first record: each call found the record.
    const found = listed.calls.filter(({ path }) => path.endsWith(`/${name}/records`));
    expect(found.map(({ body }) => body)).toEqual(
      [0, 1, 2].map(() => expect.objectContaining({ items: [expect.objectContaining({ id: recordId })] })),
    );

    await tryTab('view', collection, { recordId });

    await backend.api.patch(`/api/collections/${name}/records/${recordId}`, { body: '<p>other</p>' });
    await tryTab('update', collection, { recordId }, { files });
    expect(await onlyRecord(name)).toMatchObject(expectedValues(collection));

    const received = await tryTab(
      'realtime',
      collection,
      { recordId },
      {
        whileListening: async (printed) => {
          await backend.api.patch(`/api/collections/${name}/records/${recordId}`, { body: '<p>new</p>' });
          await expect.poll(() => printed.length, { timeout: 5000 }).toBe(2);
        },
      },
    );
    for (const [action, record] of received.printed) {
      expect(action).toBe('update');
      expect(Object.keys(record ?? {}).sort()).toEqual(Object.keys(created).sort());
    }
    expect(received.doc.event).toEqual({ action: 'create', record: expect.anything() });

    await tryTab('delete', collection, { recordId });
    const { items } = await backend.api.get<{ items: unknown[] }>(`/api/collections/${name}/records`);
    expect(items).toEqual([]);
  });
});

test('[DC-01][DC-12] the samples of a view find the rows of its query, with or without dates', async () => {
  const source = await createCollection(backend.api, {
    name: 'source',
    fields: [field('title'), field('amount', 'number')],
  });
  const record = await createRecord(backend.api, source.name, { title: 'test', amount: 123 });
  for (const [name, columns] of [
    ['bare', 'id, title, (amount * 2) as twice'],
    ['dated', 'id, title, created, updated'],
  ]) {
    const query = `select ${columns} from source`;
    await createCollection(backend.api, {
      name: `view_${name}`,
      type: 'view',
      query,
      listRule: '',
      viewRule: '',
    });
    const collection = await storedCollectionOf(backend, `view_${name}`);
    const listed = await tryTab('list', collection, {});
    expect(listed.calls).toHaveLength(3);
    await tryTab('view', collection, { recordId: record.id });
  }
});

test('the samples of a list find the example where its only text ends in a backslash', async () => {
  await createCollection(backend.api, {
    name: 'drives',
    fields: [field('drive', 'select', { choices: ['C:\\', 'D:\\'] })],
    ...allRules(''),
  });
  const { id } = await createRecord(backend.api, 'drives', { drive: 'C:\\' });
  const { calls } = await tryTab('list', await storedCollectionOf(backend, 'drives'), {});
  expect(calls.map(({ body }) => body)).toEqual(
    [0, 1, 2].map(() => expect.objectContaining({ items: [expect.objectContaining({ id })] })),
  );
});

test('the samples of a list find the example of a number with an exponent', async () => {
  await createCollection(backend.api, {
    name: 'big',
    fields: [field('size', 'number', { min: 1e21 })],
    ...allRules(''),
  });
  const { id } = await createRecord(backend.api, 'big', { size: 1e21 });
  const { calls } = await tryTab('list', await storedCollectionOf(backend, 'big'), {});
  expect(calls.map(({ body }) => body)).toEqual(
    [0, 1, 2].map(() => expect.objectContaining({ items: [expect.objectContaining({ id })] })),
  );
});
