import { expect, test } from 'vitest';
import type { LoadState } from '#domain/app/load-state.ts';
import type { FieldOf } from '#domain/backend/field.ts';
import { loadCollections } from '#stores/collections/list.ts';
import { createConsequences } from '#stores/records/undo/keep.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { backend, toCollection, until } from '../record-fixture.ts';

/** Cats, and what refers to them in each way. */
async function createCats() {
  const { api } = backend();
  const cats = await createCollection(api, { name: uniqueName('cats'), fields: [field('title')] });
  const create = (name: string, rest: Partial<FieldOf<'relation'>>) =>
    createCollection(api, {
      name: uniqueName(name),
      fields: [field('cat', 'relation', { collectionId: cats.id, ...rest })],
    });
  const posts = await create('posts', { cascades: true });
  const tags = await create('tags', { max: null });
  const strict = await create('strict', { isRequired: true });
  await loadCollections();
  const [a, b] = [
    await createRecord(api, cats.name, { title: 'a' }),
    await createRecord(api, cats.name, { title: 'b' }),
  ];
  return { api, cats: toCollection(cats), posts, tags, strict, a, b };
}

async function textsOf(...args: Parameters<typeof createConsequences>): Promise<readonly string[]> {
  const $details = createConsequences(...args);
  if (!$details) throw new Error('Nothing can refer to this.');
  const load: LoadState<readonly string[]> = await until($details, ({ state }) => state !== 'busy');
  return load.state === 'ready' ? load.value : [];
}

test('what a delete does is what the backend then does', async () => {
  const { api, cats, posts, tags, strict, a, b } = await createCats();
  for (const cat of [a.id, a.id, b.id]) await createRecord(api, posts.name, { cat });
  const shared = await createRecord(api, tags.name, { cat: [a.id, b.id] });
  const needs = await createRecord(api, strict.name, { cat: a.id });
  expect(await textsOf(cats, [a.id])).toEqual([
    `${strict.name} refuses this: 1 record needs it in “cat”.`,
    `2 records of ${posts.name} will be deleted with it.`,
    `1 record of ${tags.name} will lose it in “cat”.`,
  ]);
  expect(await textsOf(cats, [a.id, b.id])).toEqual([
    `${strict.name} refuses some of this: 1 record needs them in “cat”.`,
    `3 records of ${posts.name} will be deleted with them.`,
    `1 record of ${tags.name} will lose them in “cat”.`,
  ]);
  await expect(api.delete(`/api/collections/${cats.name}/records/${a.id}`)).rejects.toThrow();
  await api.delete(`/api/collections/${strict.name}/records/${needs.id}`);
  await api.delete(`/api/collections/${cats.name}/records/${a.id}`);
  const left = await api.get<{ items: { cat: string }[] }>(`/api/collections/${posts.name}/records`);
  expect(left.items.map(({ cat }) => cat)).toEqual([b.id]);
  expect(await api.get(`/api/collections/${tags.name}/records/${shared.id}`)).toMatchObject({ cat: [b.id] });
  expect(await textsOf(cats, ['a'.repeat(15)])).toEqual(['No other record refers to it.']);
});

test('more than 1,000 references are counted', async () => {
  const { api, cats, posts, a } = await createCats();
  const post = await createRecord(api, posts.name, { cat: a.id });
  const ids = Array.from({ length: 1200 }, (_, index) => ({ id: `copy${String(index).padStart(11, '0')}` }));
  backend().copyRow(posts.name, post.id, ids);
  expect(await textsOf(cats, [a.id])).toEqual([
    `1,201 records of ${posts.name} will be deleted with it.`,
    'More than 1,000 other records refer to what is deleted: those that refer to others are not counted.',
  ]);
  const fifty = [a.id, ...Array.from({ length: 49 }, (_, index) => String(index).padStart(15, '0'))];
  expect((await textsOf(cats, fifty))[0]).toBe(`1,201 records of ${posts.name} will be deleted with them.`);
  expect(await textsOf(cats, [...fifty, 'x'.repeat(15)])).toEqual([
    'More than 1,000 other records refer to them.',
  ]);
});

test('a collection to which nothing refers needs no request', async () => {
  const { posts } = await createCats();
  expect(createConsequences(toCollection(posts), ['a'])).toBeUndefined();
});

test('references by fields count whose names a filter can’t begin with', async () => {
  const { api, cats, a, b } = await createCats();
  const options = { collectionId: cats.id, cascades: true };
  const years = await createCollection(api, {
    name: uniqueName('years'),
    fields: [field('2023', 'relation', options), field('1st', 'relation', { ...options, max: null })],
  });
  await loadCollections();
  for (const cat of [a.id, a.id, b.id]) await createRecord(api, years.name, { 2023: cat });
  await createRecord(api, years.name, { '1st': [b.id, a.id] });
  expect(await textsOf(cats, [a.id])).toEqual([
    `2 records of ${years.name} will be deleted with it.`,
    `1 record of ${years.name} will lose it in “1st”.`,
  ]);
});

test.each([
  ['will be deleted with it', { cascades: true }],
  ['refuses this', { isRequired: true }],
])('more than 1,000 references by such a list of ids are counted: %s', async (text, rest) => {
  const { api, cats, a, b } = await createCats();
  const years = await createCollection(api, {
    name: uniqueName('years'),
    fields: [field('1st', 'relation', { collectionId: cats.id, max: null, ...rest })],
  });
  await loadCollections();
  const ids = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `${name}${String(index).padStart(11, '0')}` }));
  const alone = await createRecord(api, years.name, { '1st': [a.id] });
  const both = await createRecord(api, years.name, { '1st': [b.id, a.id] });
  backend().copyRow(years.name, alone.id, ids('lone', 1200));
  backend().copyRow(years.name, both.id, ids('both', 3));
  const texts = await textsOf(cats, [a.id]);
  expect(texts).toHaveLength(3);
  expect(texts.find((one) => one.includes(text))).toContain('1,201 record');
  expect(texts).toContain(`4 records of ${years.name} will lose it in “1st”.`);
});
