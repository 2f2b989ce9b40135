import { expect, onTestFinished, test, vi } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import type { Limit } from '#domain/backend/field.ts';
import { completeCollection } from '#scripts/lib/schema.ts';
import { $question } from '#stores/app/confirm.ts';
import {
  $compared,
  $promoteImpact,
  $selected,
  $sides,
  $signInTo,
  compare,
  type Sides,
  signInTo,
} from '#stores/promote/compare.ts';
import { $promoteWith, openPromote } from '#stores/promote/open.ts';
import {
  $job,
  backUpTarget,
  leavePromote,
  promote,
  startPromote,
  stopJob,
  swapSides,
} from '#stores/promote/panel.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { type CollectionInput, field, updateCollection } from '#tests/support/factories.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { rejectRequests, watchRequests } from '../network-fixture.ts';
import { generatedCollections } from '../settings/sync-collections.ts';
import { typedToasts } from '../toasts.ts';
import { until } from '../until.ts';
import {
  allDifferences,
  answer,
  both,
  confirmed,
  exported,
  found,
  outcome,
  select,
  shown,
  startTwo,
} from './promote-fixture.ts';

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

/** Twelve differences in 16 collections and the settings. */
async function plant(): Promise<void> {
  const [from, to] = both();
  const collections = generatedCollections(16) as Json[];
  for (const { api } of [from, to])
    await api.request('PUT', '/api/collections/import', { collections, deleteMissing: false });
  const patch = (name: string, change: (stored: Collection) => Partial<CollectionInput>) =>
    updateCollection(from.api, name, change);
  await patch('gen_0', () => ({ listRule: 'title = "planted"' }));
  await patch('gen_1', ({ fields, indexes }) => ({
    fields: [...fields, { ...field('extra'), id: 'extra001' }],
    indexes: [...indexes, 'CREATE INDEX `idx_extra` ON `gen_1` (`extra`)'],
  }));
  await patch('gen_2', ({ fields }) => ({
    fields: fields.map((each) =>
      each.name === 'title' ? { ...each, isPresentable: !each.isPresentable } : each,
    ),
  }));
  await patch('gen_3', () => ({ deleteRule: '' }));
  await patch('gen_5', () => ({ manageRule: '@request.auth.verified = true' }));
  await patch('gen_7', () => ({ query: 'SELECT id, title, amount AS total, contact FROM gen_6' }));
  await patch('gen_8', ({ indexes }) => ({
    indexes: indexes.map((sql) => sql.replace('(`title`)', '(`title` DESC)')),
  }));
  await patch('gen_9', () => ({ name: 'gen_nine' }));
  const added = completeCollection({
    id: 'gennew000000000',
    name: 'gen_new',
    type: 'base',
    fields: [field('text')],
  });
  await from.api.request('PUT', '/api/collections/import', { collections: [added], deleteMissing: false });
  await from.api.request('PATCH', '/api/settings', { meta: { appName: 'Planted' }, logs: { maxDays: 77 } });
}

test('finds twelve planted differences, and promotes six', async () => {
  await plant();
  expect((await found()).sort()).toEqual(PLANTED);

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
  expect(outcome()).toBe('Promoted to Live: 4 collections, 1 setting.');
  expect(shown().sort()).toEqual([
    'gen_2: Field title',
    'gen_3: Delete rule',
    'gen_5: Manage rule',
    'gen_8: Index idx_gen_8_title',
    'gen_9: name',
    'logs: maxDays',
  ]);
});

test('a target that has changed since is compared again, and nothing is sent', async () => {
  const [, to] = both();
  await found();
  select('gen_3: Delete rule');
  await to.api.request('PATCH', '/api/collections/gen_4', { viewRule: null });
  await confirmed(promote());
  expect(outcome()).toBe('The target has changed since you compared. Check the new differences.');
  expect(shown()).toContain('gen_4: View rule');
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
  expect(outcome()).toMatch(/^collections: .*gen_nine/s);
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

test('fields that swap names are promoted together', async () => {
  const [from, to] = both();
  const fields = [
    { ...field('first'), id: 'first000' },
    { ...field('second'), id: 'second00' },
  ];
  const swap = completeCollection({ ...{ id: 'swap00000000000', name: 'swap', type: 'base' }, fields });
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
  await updateCollection(from.api, 'swap', () => ({
    fields: fields.map((each) => ({ ...each, name: each.name === 'first' ? 'second' : 'first' })),
  }));
  await found();
  select('swap: Field second');
  const { text } = await confirmed(promote());
  expect(text).toContain('promote 2 differences');
  expect(outcome()).toBe('Promoted to Live: 1 collection.');
  expect(await values()).toEqual(['2', '1']);
});

test('a new field with the name that a renamed one had is promoted with the rename, and its values stay', async () => {
  const [from, to] = both();
  const [text, other] = [
    { ...field('text'), id: 'swapped0' },
    { ...field('other'), id: 'other000' },
  ];
  const moved = completeCollection({ id: 'moved0000000000', name: 'moved', fields: [text, other] });
  for (const { api } of [from, to])
    await api.request('PUT', '/api/collections/import', { collections: [moved], deleteMissing: false });
  const { id } = await to.api.post<{ id: string }>('/api/collections/moved/records', { text: '1' });
  await updateCollection(from.api, 'moved', () => ({
    fields: [{ ...text, name: 'old_text' }, other, { ...field('text'), id: 'new00000' }],
  }));
  await found();
  select('moved: Field text');
  expect($selected.get().size).toBe(2);
  await confirmed(promote());
  expect(outcome()).toBe('Promoted to Live: 1 collection.');
  expect(await to.api.get(`/api/collections/moved/records/${id}`)).toMatchObject({ old_text: '1', text: '' });
});

test('rules of the target that keep the old name of a promoted rename are named: the backend stores them', async () => {
  const [from, to] = both();
  const send = ({ api }: typeof to, ...collections: readonly object[]) =>
    api.request('PUT', '/api/collections/import', { collections, deleteMissing: false });
  const people = (name: string) =>
    completeCollection({
      ...{ id: 'people000000000', name: 'people', type: 'auth' },
      fields: [{ ...field(name), id: 'people00' }],
    });
  const listRule = '@request.auth.role = "x"';
  const ruled = completeCollection({
    id: 'ruled0000000000',
    name: 'ruled',
    type: 'base',
    fields: [field('title')],
    listRule,
  });
  await send(from, people('rank'));
  await send(to, people('role'), ruled);
  await found();
  expect($promoteImpact.get().references).toEqual([]);
  select('people: Field rank');
  expect($promoteImpact.get().references).toMatchObject([
    { collectionName: 'ruled', label: 'List/Search rule', mentions: [{ name: 'role', to: 'rank' }] },
  ]);
  await confirmed(promote());
  expect(outcome()).toBe('Promoted to Live: 1 collection.');
  expect(await to.api.get('/api/collections/ruled')).toMatchObject({ listRule });
});

test('a rule is promoted with the collection that it follows back, and not without a field that is refused', async () => {
  const [from, to] = both();
  const named = (id: string, name: string, rest: Partial<CollectionInput>) =>
    completeCollection({ ...{ id: id.padEnd(15, '0'), name, type: 'base', fields: [] }, ...rest });
  const send = ({ api }: typeof to, ...collections: readonly object[]) =>
    api.request('PUT', '/api/collections/import', { collections, deleteMissing: false });
  const relation = (name: string, collectionId: string) => ({
    ...field(name, 'relation', { collectionId: collectionId.padEnd(15, '0') }),
    id: name.padEnd(8, '0'),
  });
  const view = { type: 'view', query: 'SELECT id FROM keeper' } as const;
  const name = { ...field('name'), id: 'name0000' };
  await send(to, named('keeper', 'keeper', { fields: [name] }), named('other', 'memo', view));
  await send(
    from,
    named('memo', 'memo', { fields: [field('text')] }),
    named('pet', 'pet', { fields: [relation('owner', 'keeper')] }),
    named('keeper', 'keeper', {
      fields: [name, relation('memo', 'memo')],
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
  expect(outcome()).toBe('Promoted to Live: 2 collections.');
});

test('an index that would replace that of another collection is not promoted', async () => {
  const [from, to] = both();
  const keyed = (name: string) =>
    completeCollection({
      ...{ id: name.padEnd(15, '0'), name, type: 'base' },
      fields: [{ ...field('key'), id: 'key00000' }],
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

test('an empty list and none are no difference: both backends accept the same values', async () => {
  const probe = (domains: [] | null, unique: boolean) => {
    const options = { exceptDomains: domains, onlyDomains: domains };
    const mail = { ...field('mail', 'email'), id: 'mail0001', unique, options };
    return { ...completeCollection({ id: 'blank0000000000', name: 'blank', type: 'base' }), schema: [mail] };
  };
  const [from, to] = both();
  const stored = [
    [from, probe([], true)],
    [to, probe(null, false)],
  ] as const;
  for (const [{ api }, one] of stored) {
    await api.request('PUT', '/api/collections/import', { collections: [one], deleteMissing: false });
    // As it was written: an export of it has a difference in its text.
    expect(await api.get('/api/collections/blank')).toMatchObject({
      schema: [{ unique: one.schema[0]?.unique, options: one.schema[0]?.options }],
    });
    for (let record = 0; record < 2; record += 1)
      await api.post('/api/collections/blank/records', { mail: 'a@example.com' });
  }
  expect((await found()).filter((name) => name.startsWith('blank'))).toEqual([]);
});

test('two indexes of one name are not promoted together, because the target would drop one', async () => {
  const [from, to] = both();
  const names = ['twin_a', 'twin_b'] as const;
  for (const name of names) {
    const twin = completeCollection({
      ...{ id: name.padEnd(15, '0'), name, type: 'base' },
      fields: [{ ...field('key'), id: 'key00000' }],
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

const TAGS = 'tags00000000000';

/** The target allows several values, of which the source keeps one. */
async function plantTags(): Promise<void> {
  const [from, to] = both();
  const tags = (max: Limit, listRule: string) => {
    const fields = [{ ...field('tag', 'select', { max, choices: ['red', 'green'] }), id: 'tag00000' }];
    return { ...completeCollection({ id: TAGS, name: 'tags', type: 'base', fields }), listRule };
  };
  const send = ({ api }: typeof to, collection: object) =>
    api.request('PUT', '/api/collections/import', { collections: [collection], deleteMissing: false });
  await send(from, tags(1, 'tag = "red"'));
  await send(to, tags(2, ''));
  for (const tag of [['red', 'green'], ['green', 'red'], ['red']])
    await to.api.post(`/api/collections/${TAGS}/records`, { tag });
  await found();
}

test('the question has the records of the target that lose something', async () => {
  await plantTags();
  onTestFinished($promoteImpact.listen(() => undefined));
  select('tags: Field tag', 'tags: List/Search rule');
  await until($promoteImpact, ({ isCounted }) => isCounted);
  await vi.waitFor(() => expect([...$promoteImpact.get().counts.values()]).toEqual([2]));
  const { sent, stop } = watchRequests();
  const promoting = promote();
  expect(await answer(false)).toEqual({
    text: 'Do you really want to promote 2 differences to Live, which is a production backend?',
    loss: [
      'Do you really want to keep only the last value of each record in the following fields:',
      '- tags.tag (tag00000)',
      '',
      'Records with this data:',
      '- tags.tag: 2 records',
    ].join('\n'),
    typed: 'Live',
  });
  await promoting;
  stop();
  expect(sent).toEqual([]);
});

test('the other direction compares anew, and asks for nothing to type', async () => {
  const { from, to } = $sides.get() ?? {};
  swapSides();
  onTestFinished(() => $sides.set({ from, to } as Sides));
  expect($sides.get()).toEqual({ from: to, to: from });
  await until($compared, ({ state }) => state === 'ready');
  select('tags: List/Search rule');
  const channel = new BroadcastChannel('collections');
  const told = new Promise((resolve) => {
    channel.onmessage = ({ data }) => resolve(data);
  });
  const promoting = promote();
  expect(await answer()).toEqual({
    ...{ text: 'Do you really want to promote 1 difference to Staging?', loss: '', typed: undefined },
  });
  await promoting;
  expect(outcome()).toBe('Promoted to Staging: 1 collection.');
  // Other tabs show this backend, too.
  expect(await told).toBe('reload');
});

test('a backup of the target is made before, or says why not', async () => {
  const [from, to] = both();
  const backups = ({ api }: typeof to) => api.get<object[]>('/api/backups');
  const sides = $sides.get();
  if (!sides) throw new Error('No sides.');
  await backUpTarget(sides);
  expect(outcome()).toBe('A backup of Live was made.');
  expect([(await backups(from)).length, (await backups(to)).length]).toEqual([0, 1]);
  const stop = rejectRequests(({ path }) => path === '/api/backups', 'The disk is full.', 400);
  await backUpTarget(sides);
  stop();
  expect([$job.get(), typedToasts()]).toEqual([
    { isBusy: false, text: 'The disk is full.' },
    expect.arrayContaining(['error: Live: The disk is full.']),
  ]);
});

test('a session that ends asks to sign in again, and nothing is sent', async () => {
  await found();
  select('tags: List/Search rule', 'tags: Field tag');
  const promoting = promote();
  const question = await until($question, (one) => one !== undefined);
  const stop = rejectRequests(({ path }) => path === '/api/settings', 'Signed out.', 403);
  question?.answer(true);
  await promoting;
  stop();
  expect([outcome(), $signInTo.get()]).toEqual(['Signed out.', $sides.get()?.to]);
  const live = $sides.get()?.to;
  if (!live) throw new Error('There is no target.');
  await signInTo(live, ADMIN_EMAIL, ADMIN_PASSWORD);
});

test('who closes the panel while something is sent is asked; what follows is not sent', async () => {
  const [from, to] = both();
  const sides = $sides.get();
  if (!sides) throw new Error('No sides.');
  await from.api.request('PATCH', '/api/settings', { meta: { appName: 'Stopped' } });
  const end = startPromote(sides.to);
  openPromote(sides.to);
  await until($compared, ({ state }) => state === 'ready');
  expect(browser.asksOnUnload()).toBe(false);
  select('tags: Field tag', 'meta: appName');
  const promoting = promote();
  await answer();
  await until($job, (job) => job?.text === 'Importing collections…');
  swapSides();
  expect([$sides.get(), browser.asksOnUnload()]).toEqual([sides, true]);
  const staying = leavePromote();
  expect((await answer(false)).text).toBe('Changes are still being sent. Do you really want to stop?');
  await staying;
  expect($promoteWith.get()).toBe(sides.to);
  stopJob();
  await promoting;
  expect(outcome()).toBe('Stopped. Promoted to Live: 1 collection.');
  expect(await to.api.get('/api/settings')).not.toMatchObject({ meta: { appName: 'Stopped' } });
  await leavePromote();
  end();
  expect([$promoteWith.get(), $job.get(), $sides.get(), $compared.get()]).toEqual([
    ...[undefined, undefined, undefined, { state: 'busy' }],
  ]);
  $sides.set(sides);
});
