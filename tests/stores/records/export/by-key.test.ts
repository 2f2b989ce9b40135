import { expect, test } from 'vitest';
import { type KeyQuery, pagesByKey } from '#api/records/by-key.ts';
import { watchRequests } from '#tests/stores/network-fixture.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { backend } from '../record-fixture.ts';

/** A collection with these ids, with a text `t`, which is the id's first character. */
async function createIds(ids: readonly string[], text = (id: string) => id.slice(0, 1)): Promise<string> {
  const { api } = backend();
  const { id, name } = await createCollection(api, { name: uniqueName('keys'), fields: [field('t')] });
  const first = await createRecord(api, id, { t: 'x' });
  backend().copyRow(
    name,
    first.id,
    ids.map((one) => ({ id: one, t: text(one) })),
  );
  await api.delete(`/api/collections/${id}/records/${first.id}`);
  return name;
}

async function createView(query: string): Promise<string> {
  const name = uniqueName('view');
  await createCollection(backend().api, { name, type: 'view', fields: [], query });
  return name;
}

async function read(query: Partial<KeyQuery> & Pick<KeyQuery, 'collection'>, name = 'id') {
  const found: unknown[] = [];
  const sizes: number[] = [];
  const whole = { filter: '', expand: '', fields: '', perPage: 2, ...query };
  for await (const items of pagesByKey(whole)) {
    sizes.push(items.length);
    found.push(...items.map(({ record }) => record[name]));
  }
  return { found, sizes };
}

const bytewise = (ids: readonly string[]) =>
  [...ids].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

test('reads ids of any characters once, in the order of their bytes', async () => {
  const ids = [
    'a',
    'B',
    '"',
    "'",
    '\\',
    'a\\',
    'a\\b',
    'a"',
    '\\"',
    'z😀',
    'z\uFFEE',
    'é',
    '%',
    '_',
    '0',
    '10',
    '9',
    ' ',
  ];
  const collection = await createIds(ids);
  for (const perPage of [1, 2, 3, 500])
    expect((await read({ collection, perPage })).found, `${perPage}`).toEqual(bytewise(ids));
});

test('keeps the filter, also one with an or or a comment', async () => {
  const collection = await createIds(['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
  for (const filter of ['t="a"||t="b"', 't="a"||t="b" // "c', '(t="a"||t="b")'])
    expect((await read({ collection, filter })).found).toEqual(['a1', 'a2', 'a3', 'b1', 'b2']);
});

test('reads each row of a view whose ids are repeated, missing or numbers', async () => {
  const rows = ['a1', 'a2', 'a3', 'b1', 'c1', 'c2', 'd1', 'n1', 'n2', 'n3'];
  const collection = await createIds(rows);
  const repeated = await createView(`select nullif(t, 'n') as id, id as row from ${collection}`);
  const expected = bytewise(rows);
  for (const perPage of [1, 2, 3, 4, 500]) {
    const { found } = await read({ collection: repeated, perPage, repeatsIds: true }, 'row');
    expect(found.map(String).sort(), `${perPage}`).toEqual(expected);
  }
  const numbered = await createView(
    `select (row_number() over (order by id)) as id, id as row from ${collection}`,
  );
  const { found } = await read({ collection: numbered, repeatsIds: true }, 'row');
  expect(found.map(String).sort()).toEqual(expected);
});

test('a record that is created, changed or deleted meanwhile neither doubles nor skips another', async () => {
  const ids = Array.from({ length: 30 }, (_, index) => `r${String(index).padStart(3, '0')}`);
  const collection = await createIds(ids);
  const { api } = backend();
  const found: string[] = [];
  const query = { collection, filter: '', expand: '', fields: '', perPage: 3 };
  let page = 0;
  const created: string[] = [];
  for await (const items of pagesByKey(query)) {
    found.push(...items.map(({ record }) => record.id));
    page += 1;
    created.push((await createRecord(api, collection, { t: 'new' })).id);
    // Before and after what was read.
    if (page === 2) await api.delete(`/api/collections/${collection}/records/r000`);
    if (page === 4) await api.delete(`/api/collections/${collection}/records/r029`);
    if (page === 5) await api.patch(`/api/collections/${collection}/records/r002`, { t: 'changed' });
  }
  expect(new Set(found).size).toBe(found.length);
  expect(found.filter((id) => !created.includes(id))).toEqual(ids.slice(0, -1));
});

test('requests big records a few at a time, and small ones by full pages', async () => {
  const big = Array.from({ length: 60 }, (_, index) => `r${String(index).padStart(3, '0')}`);
  const collection = await createIds(big, () => 'x'.repeat(400_000));
  const { sizes } = await read({ collection, perPage: 500 });
  expect(sizes).toEqual([50, 9, 1]);
  const small = await createIds(
    Array.from({ length: 600 }, (_, index) => `s${String(index).padStart(3, '0')}`),
  );
  const { requests, stop } = watchRequests();
  expect((await read({ collection: small, perPage: 500 })).sizes).toEqual([50, 500, 50]);
  stop();
  expect(requests.map(({ params }) => params['perPage'])).toEqual(['50', '500', '500']);
});
