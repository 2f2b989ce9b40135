import { expect, test, vi } from 'vitest';
import { completeCollection } from '#scripts/lib/schema.ts';
import { $kept, promote } from '#stores/promote/apply.ts';
import { $compared, $promoteReferences, $selected, compare } from '#stores/promote/compare.ts';
import { undoFile, undoPromotion } from '#stores/promote/undo.ts';
import { field } from '#tests/support/factories.ts';
import { rejectRequests, watchRequests } from '../network-fixture.ts';
import { generatedCollections } from '../settings/sync-collections.ts';
import { typedToasts } from '../toasts.ts';
import {
  allDifferences,
  answer,
  both,
  confirmed,
  exported,
  found,
  keptNow,
  lastKept,
  outcome,
  saved,
  select,
  shown,
  startTwo,
} from './promote-fixture.ts';

vi.mock('#browser/save-file.ts', async () => ({
  saveJsonFile: (await import('./promote-fixture.ts')).saveJsonFile,
}));

startTwo();

type Json = Record<string, unknown> & {
  id: string;
  schema: Record<string, unknown>[];
  options: Record<string, unknown>;
};

const PLANTED = [
  'gen_0: List/Search rule',
  'gen_1: Field extra',
  'gen_1: Index idx_extra',
  'gen_2: Field title',
  'gen_3: Delete rule',
  'gen_5: Manage rule',
  'gen_7: Select query',
  'gen_8: Index idx_gen_8_title',
  'gen_9: name',
  'gen_new: New collection',
  'meta: appName',
  'logs: maxDays',
].sort();

/** Twelve differences in 40 collections and the settings. */
async function plant(): Promise<void> {
  const [from, to] = both();
  const collections = generatedCollections(40) as Json[];
  for (const { api } of [from, to])
    await api.request('PUT', '/api/collections/import', { collections, deleteMissing: false });
  const patch = async (name: string, change: (collection: Json) => object) => {
    const collection = await from.api.get<Json>(`/api/collections/${name}`);
    await from.api.request('PATCH', `/api/collections/${name}`, change(collection));
  };
  await patch('gen_0', () => ({ listRule: 'title = "planted"' }));
  await patch('gen_1', ({ schema, indexes }) => ({
    schema: [...schema, { ...field('extra'), id: 'extra001', options: {} }],
    indexes: [...(indexes as string[]), 'CREATE INDEX `idx_extra` ON `gen_1` (`extra`)'],
  }));
  await patch('gen_2', ({ schema }) => ({
    schema: schema.map((each) =>
      each['name'] === 'title' ? { ...each, presentable: !each['presentable'] } : each,
    ),
  }));
  await patch('gen_3', () => ({ deleteRule: '' }));
  await patch('gen_5', ({ options }) => ({
    options: { ...options, manageRule: '@request.auth.verified = true' },
  }));
  await patch('gen_7', () => ({
    options: { query: 'SELECT id, title, amount AS total, contact FROM gen_6' },
  }));
  await patch('gen_8', ({ indexes }) => ({
    indexes: (indexes as string[]).map((sql) => sql.replace('(`title`)', '(`title` DESC)')),
  }));
  await patch('gen_9', () => ({ name: 'gen_nine' }));
  const added = completeCollection({
    id: 'gennew000000000',
    name: 'gen_new',
    type: 'base',
    schema: [field('text')],
  });
  await from.api.request('PUT', '/api/collections/import', { collections: [added], deleteMissing: false });
  await from.api.request('PATCH', '/api/settings', { meta: { appName: 'Planted' }, logs: { maxDays: 77 } });
}

test('finds twelve planted differences, promotes six, and takes them back', async () => {
  const [, to] = both();
  await plant();
  expect((await found()).sort()).toEqual(PLANTED);
  const [before, settings] = [await exported(to.api), await to.api.get('/api/settings')];

  // The index needs its field.
  select(
    'gen_1: Index idx_extra',
    'gen_0: List/Search rule',
    'gen_7: Select query',
    'gen_new: New collection',
  );
  select('meta: appName');
  expect($selected.get().size).toBe(6);
  expect(await confirmed(promote())).toEqual({
    text: 'Do you really want to promote 6 differences to Live, which is a production backend?',
    loss: '',
    typed: 'Live',
  });
  expect(outcome()).toEqual(['Promoted to Live: 4 collections, 1 setting.']);
  expect(shown().sort()).toEqual([
    'gen_2: Field title',
    'gen_3: Delete rule',
    'gen_5: Manage rule',
    'gen_8: Index idx_gen_8_title',
    'gen_9: name',
    'logs: maxDays',
  ]);
  expect(saved.at(-1)?.name).toMatch(/^before-promote-Live-\d{4}-\d\d-\d\d\.json$/);
  expect(lastKept()).toMatchObject({
    url: `${to.url}/`,
    settings: { before: { meta: { appName: 'Acme' } } },
  });
  expect(saved.at(-1)?.text).not.toContain('******');
  expect(await exported(to.api)).not.toBe(before);

  const { loss } = await confirmed(undoFile(new Blob([saved.at(-1)?.text ?? ''])));
  expect(loss).toContain('gen_new.*');
  expect(outcome()).toEqual(['What was promoted to Live was taken back.']);
  expect(await exported(to.api)).toBe(before);
  expect(await to.api.get('/api/settings')).toEqual(settings);
  expect(shown().sort()).toEqual(PLANTED);
  expect($kept.get()).toBeUndefined();
});

test('promotes everything, and takes it back from memory', async () => {
  const [, to] = both();
  await found();
  const before = await exported(to.api);
  select(...PLANTED);
  await confirmed(promote());
  expect(shown()).toEqual([]);
  await confirmed(undoPromotion(keptNow()));
  expect(outcome()).toEqual(['What was promoted to Live was taken back.']);
  expect(await exported(to.api)).toBe(before);
});

test('a target that has changed since is compared again, and nothing is sent', async () => {
  const [, to] = both();
  await found();
  select('gen_3: Delete rule');
  await to.api.request('PATCH', '/api/collections/gen_4', { viewRule: null });
  const files = saved.length;
  await confirmed(promote());
  expect(outcome()).toEqual(['The target has changed since you compared. Check the new differences.']);
  expect(shown()).toContain('gen_4: View rule');
  expect(saved).toHaveLength(files);
  expect(await to.api.get('/api/collections/gen_3')).toMatchObject({ deleteRule: null });
});

test('a refused import changes nothing, and says why', async () => {
  const [from, to] = both();
  await found();
  await from.api.request('PATCH', '/api/collections/gen_6', { listRule: '@collection.gen_nine.title = "x"' });
  await found();
  select('gen_6: List/Search rule');
  // Somebody deselects nothing: the new name is selected with the rule that needs it.
  expect($selected.get().size).toBe(2);
  select('gen_3: Delete rule');
  const before = await exported(to.api);
  $selected.set(new Set([...$selected.get()].filter((id) => !id.endsWith(' name'))));
  await confirmed(promote());
  expect(outcome()[0]).toMatch(/^collections: .*gen_nine/s);
  expect(await exported(to.api)).toBe(before);
});

test('a side that can’t be read is named, and the comparison can be tried again', async () => {
  const stopRejecting = rejectRequests(({ path }) => path === '/api/collections', 'No collections today.');
  await compare();
  expect($compared.get()).toMatchObject({ state: 'failed', error: { message: 'No collections today.' } });
  stopRejecting();
  await compare();
  expect($compared.get().state).toBe('ready');
});

test('fields that swap names are promoted together, and taken back', async () => {
  const [from, to] = both();
  const schema = [
    { ...field('first'), id: 'first000' },
    { ...field('second'), id: 'second00' },
  ];
  const swap = completeCollection({ ...{ id: 'swap00000000000', name: 'swap', type: 'base' }, schema });
  for (const { api } of [from, to])
    await api.request('PUT', '/api/collections/import', { collections: [swap], deleteMissing: false });
  const { id } = await to.api.post<{ id: string }>('/api/collections/swap/records', {
    first: '1',
    second: '2',
  });
  const values = async () => {
    const { first, second } = await to.api.get<Json>(`/api/collections/swap/records/${id}`);
    return [first, second];
  };
  await from.api.request('PATCH', '/api/collections/swap', {
    schema: schema.map((each) => ({
      ...{ ...each, options: {} },
      name: each.name === 'first' ? 'second' : 'first',
    })),
  });
  await found();
  select('swap: Field second');
  const { text } = await confirmed(promote());
  expect(text).toContain('promote 2 differences');
  expect(outcome()).toEqual(['Promoted to Live: 1 collection.']);
  expect(await values()).toEqual(['2', '1']);

  await confirmed(undoFile(new Blob([saved.at(-1)?.text ?? ''])));
  expect(outcome()).toEqual(['What was promoted to Live was taken back.']);
  expect(await values()).toEqual(['1', '2']);
});

test('a new field with the name that a renamed one had is taken back, and the values of that one stay', async () => {
  const [from, to] = both();
  const schema = [
    { ...field('text'), id: 'swapped0', options: {} },
    { ...field('other'), id: 'other000', options: {} },
  ];
  const moved = completeCollection({ ...{ id: 'moved0000000000', name: 'moved', type: 'base' }, schema });
  for (const { api } of [from, to])
    await api.request('PUT', '/api/collections/import', { collections: [moved], deleteMissing: false });
  const { id } = await to.api.post<{ id: string }>('/api/collections/moved/records', { text: '1' });
  await from.api.request('PATCH', '/api/collections/moved', {
    schema: [
      { ...schema[0], name: 'old_text' },
      schema[1],
      { ...field('text'), id: 'new00000', options: {} },
    ],
  });
  const before = await exported(to.api);
  await found();
  select('moved: Field text');
  expect($selected.get().size).toBe(2);
  await confirmed(promote());
  expect(outcome()).toEqual(['Promoted to Live: 1 collection.']);
  expect(await to.api.get(`/api/collections/moved/records/${id}`)).toMatchObject({ old_text: '1', text: '' });

  const { loss } = await confirmed(undoFile(new Blob([saved.at(-1)?.text ?? ''])));
  expect(loss).toContain('- moved.text (new00000)');
  expect(outcome()).toEqual(['What was promoted to Live was taken back.']);
  expect(await exported(to.api)).toBe(before);
  expect(await to.api.get(`/api/collections/moved/records/${id}`)).toMatchObject({ text: '1' });
});

test('an undo that fails between its import and the removal of added fields can be done again', async () => {
  const [from, to] = both();
  const schema = [{ ...field('text'), id: 'halfway0', options: {} }];
  const halfway = completeCollection({ ...{ id: 'halfway00000000', name: 'halfway', type: 'base' }, schema });
  for (const { api } of [from, to])
    await api.request('PUT', '/api/collections/import', { collections: [halfway], deleteMissing: false });
  await from.api.request('PATCH', '/api/collections/halfway', {
    schema: [
      { ...schema[0], name: 'old_text' },
      { ...field('text'), id: 'added000', options: {} },
      { ...field('more'), id: 'more0000', options: {} },
    ],
  });
  const before = await exported(to.api);
  await found();
  select('halfway: Field text', 'halfway: Field more');
  await confirmed(promote());
  expect(outcome()).toEqual(['Promoted to Live: 1 collection.']);
  const kept = lastKept();
  const stop = rejectRequests(({ method }) => method === 'PATCH', 'Broken.', 500);
  await confirmed(undoPromotion(kept));
  stop();
  expect(outcome()).toEqual(['Broken.']);
  const { loss } = await confirmed(undoPromotion(kept));
  expect(loss).toMatch(/- halfway\.added_\w+ \(added000\)\n- halfway\.more \(more0000\)/);
  expect(outcome()).toEqual(['What was promoted to Live was taken back.']);
  expect(await exported(to.api)).toBe(before);
});

test('an undo gives indexes back as they were written', async () => {
  const [from, to] = both();
  const worded = (name: string, rest: object = {}) =>
    completeCollection({
      ...{ id: name.padEnd(15, '0'), name, type: 'base' },
      schema: [{ ...field('title'), id: 'title000' }],
      indexes: [`create index  idx_${name} on ${name} (title)`],
      ...rest,
    });
  const send = ({ api }: typeof to, ...collections: readonly object[]) =>
    api.request('PUT', '/api/collections/import', { collections, deleteMissing: false });
  await send(to, worded('ruled_only'), worded('with_more'));
  const before = await exported(to.api);
  const more = { ...field('more'), id: 'more0000' };
  await send(from, worded('ruled_only'), worded('with_more'));
  await send(from, worded('ruled_only', { listRule: '' }), worded('with_more', { schema: [more] }));
  await found();
  select('ruled_only: List/Search rule', 'with_more: Field more');
  await confirmed(promote());
  expect(outcome()).toEqual(['Promoted to Live: 2 collections.']);
  await confirmed(undoPromotion(keptNow()));
  expect(outcome()).toEqual(['What was promoted to Live was taken back.']);
  expect(await exported(to.api)).toBe(before);
});

test('rules of the target that keep the old name of a promoted rename are named: the backend stores them', async () => {
  const [from, to] = both();
  const send = ({ api }: typeof to, ...collections: readonly object[]) =>
    api.request('PUT', '/api/collections/import', { collections, deleteMissing: false });
  const people = (name: string) =>
    completeCollection({
      ...{ id: 'people000000000', name: 'people', type: 'auth' },
      schema: [{ ...field(name), id: 'people00', options: {} }],
    });
  const listRule = '@request.auth.role = "x"';
  const ruled = completeCollection({
    id: 'ruled0000000000',
    name: 'ruled',
    type: 'base',
    schema: [field('title')],
    listRule,
  });
  await send(from, people('rank'));
  await send(to, people('role'), ruled);
  await found();
  expect($promoteReferences.get()).toEqual([]);
  select('people: Field rank');
  expect($promoteReferences.get()).toMatchObject([
    { collectionName: 'ruled', label: 'List/Search rule', mentions: [{ name: 'role', to: 'rank' }] },
  ]);
  await confirmed(promote());
  expect(outcome()).toEqual(['Promoted to Live: 1 collection.']);
  expect(await to.api.get('/api/collections/ruled')).toMatchObject({ listRule });
});

test('a rename is taken back although new collections and views name the new name', async () => {
  const [from, to] = both();
  const named = (id: string, name: string, rest: object) =>
    completeCollection({ ...{ id, name, type: 'base', schema: [] }, ...rest });
  const subject = (name: string) =>
    named('subject00000000', 'subject', { schema: [{ ...field(name), id: 'subject0', options: {} }] });
  const send = ({ api }: typeof to, ...collections: readonly object[]) =>
    api.request('PUT', '/api/collections/import', { collections, deleteMissing: false });
  await send(to, subject('title'));
  const about = field('about', 'relation', { options: { collectionId: 'subject00000000', maxSelect: 1 } });
  await send(
    from,
    subject('headline'),
    named('remark000000000', 'remark', { schema: [about], listRule: 'about.headline != ""' }),
    named('glance000000000', 'glance', {
      type: 'view',
      options: { query: 'SELECT id, headline FROM subject' },
    }),
  );
  const before = await exported(to.api);
  await found();
  select('remark: New collection', 'glance: New collection');
  await confirmed(promote());
  expect(outcome()).toEqual(['Promoted to Live: 3 collections.']);

  await confirmed(undoFile(new Blob([saved.at(-1)?.text ?? ''])));
  expect(outcome()).toEqual(['What was promoted to Live was taken back.']);
  expect(await exported(to.api)).toBe(before);
});

test('a rule is promoted with the collection that it follows back, and not without a field that is refused', async () => {
  const [from, to] = both();
  const named = (id: string, name: string, rest: object) =>
    completeCollection({ ...{ id: id.padEnd(15, '0'), name, type: 'base', schema: [] }, ...rest });
  const send = ({ api }: typeof to, ...collections: readonly object[]) =>
    api.request('PUT', '/api/collections/import', { collections, deleteMissing: false });
  const relation = (name: string, collectionId: string) => ({
    ...field(name, 'relation', { options: { collectionId: collectionId.padEnd(15, '0'), maxSelect: 1 } }),
    id: name.padEnd(8, '0'),
  });
  const view = { type: 'view', options: { query: 'SELECT id FROM keeper' } };
  const name = { ...field('name'), id: 'name0000' };
  await send(to, named('keeper', 'keeper', { schema: [name] }), named('other', 'memo', view));
  await send(
    from,
    named('memo', 'memo', { schema: [field('text')] }),
    named('pet', 'pet', { schema: [relation('owner', 'keeper')] }),
    named('keeper', 'keeper', {
      schema: [name, relation('memo', 'memo')],
      listRule: 'memo.text != ""',
      viewRule: 'pet_via_owner.id != ""',
    }),
  );
  await found();
  select('keeper: List/Search rule');
  expect([...$selected.get()]).toEqual([]);
  expect(allDifferences().find(({ id }) => id === 'keeper000000000 member listRule')?.refusal).toBe(
    'It needs “keeper: Field memo”, which can’t be promoted.',
  );
  select('keeper: View rule');
  await confirmed(promote());
  expect(outcome()).toEqual(['Promoted to Live: 2 collections.']);
});

test('an index that would replace that of another collection is not promoted', async () => {
  const [from, to] = both();
  const keyed = (name: string) =>
    completeCollection({
      ...{ id: name.padEnd(15, '0'), name, type: 'base' },
      schema: [{ ...field('key'), id: 'key00000' }],
      indexes: [`CREATE UNIQUE INDEX \`idx_key\` ON \`${name}\` (\`key\`)`],
    });
  const send = ({ api }: typeof to, collection: object) =>
    api.request('PUT', '/api/collections/import', { collections: [collection], deleteMissing: false });
  const owners = ({ sql }: typeof to) =>
    sql("SELECT tbl_name AS owner FROM sqlite_master WHERE name = 'idx_key'").map(({ owner }) => owner);
  await send(to, keyed('former'));
  await send(from, keyed('latter'));
  expect(await found()).toContain('latter: New collection');
  select('latter: New collection');
  expect([[...$selected.get()], owners(to)]).toEqual([[], ['former']]);
  // The backend itself refuses nothing.
  await send(from, keyed('former'));
  expect(owners(from)).toEqual(['former']);
});

test('two indexes of one name are not promoted together, because the target would drop one', async () => {
  const [from, to] = both();
  const names = ['twin_a', 'twin_b'] as const;
  for (const name of names) {
    const twin = completeCollection({
      ...{ id: name.padEnd(15, '0'), name, type: 'base' },
      schema: [{ ...field('key'), id: 'key00000' }],
      indexes: [`CREATE INDEX \`idx_twin\` ON \`${name}\` (\`key\`)`],
    });
    await from.api.request('PUT', '/api/collections/import', { collections: [twin], deleteMissing: false });
  }
  await found();
  select(...names.map((name) => `${name}: New collection`));
  expect($selected.get().size).toBe(2);
  const { sent, stop } = watchRequests();
  await promote();
  stop();
  expect(sent).toEqual([]);
  expect(typedToasts()).toContain(
    'error: Index idx_twin of twin_a: Another collection has an index of this name, which PocketBase would drop.',
  );
  await found();
  select('twin_b: New collection');
  const promoting = promote();
  await answer();
  await promoting;
  expect(to.sql("SELECT tbl_name AS owner FROM sqlite_master WHERE name = 'idx_twin'")).toEqual([
    { owner: 'twin_b' },
  ]);
});
