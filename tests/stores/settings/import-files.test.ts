import { expect, test } from 'vitest';
import {
  $canReview,
  $changes,
  $existing,
  $importError,
  $importText,
  $offers,
  $plan,
  $review,
  loadImportFile,
  openReview,
  setDeleteMissing,
  setImportText,
  setMerge,
  takeOffer,
} from '#stores/settings/import.ts';
import { confirmImport } from '#stores/settings/import-confirm.ts';
import { fieldsOf } from '#tests/support/settings/entries.ts';
import { watchRequests } from '../network-fixture.ts';
import { backend, notes, posts, startSyncTests, stored, until } from './sync-fixture.ts';

const { open } = startSyncTests();

const text = (id: string, name: string, rest: object = {}) => ({
  ...{ id, name, type: 'text', required: false, unique: false },
  options: { min: null, max: null, pattern: '' },
  ...rest,
});
const RULES = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };
const old = (id: string, name: string, schema: readonly object[], rest: object = {}) => ({
  ...{ id, name, type: 'base', system: false, schema, ...RULES, options: {} },
  ...rest,
});

/** Types collections while merging with the existing ones. */
async function type(...collections: readonly object[]): Promise<void> {
  await open();
  setMerge(true);
  setImportText(JSON.stringify(collections));
}

async function send(): Promise<boolean> {
  openReview();
  const isImported = await confirmImport();
  await until($existing, ({ state }) => state === 'ready');
  return isImported;
}

async function again(source: string) {
  setImportText(source);
  await until($changes, (changes) => changes !== undefined);
  return $changes.get();
}

const named = async (name: string) => (await stored()).find((each) => each['name'] === name);

function take(action: string) {
  const offer = $offers.get().find((each) => each.action === action);
  expect(offer).toBeDefined();
  if (offer) takeOffer(offer);
}

const notesBefore020 = old('trlnotes0000001', 'trial_notes', [
  text('tn_title', 'title', { required: true }),
  { id: 'tn_data', name: 'data', type: 'json', required: false, unique: false, options: {} },
]);

test('[TR-03] an option that the backend needs by now is filled in as its own upgrade did, and that is said', async () => {
  await type(notesBefore020);
  const source = $importText.get();
  expect($plan.get()?.notes).toEqual([
    expect.stringContaining('trial_notes.data: Max size (bytes) 2000000.'),
  ]);
  expect(await send()).toBe(true);
  expect(await named('trial_notes')).toMatchObject({ schema: [{}, { options: { maxSize: 2_000_000 } }] });
  expect(await again(source)).toEqual([]);
  // What is stored by then stays.
  const [title, data] = fieldsOf({ ...notesBefore020 });
  await backend().api.patch('/api/collections/trial_notes', {
    schema: [title, { ...data, options: { maxSize: 5 } }],
  });
  await open();
  expect(await again(source)).toEqual([]);
  expect($plan.get()?.notes).toEqual([]);
});

test('[TR-03] what the backend refuses is named by collection and field', async () => {
  const [title, data] = fieldsOf({ ...notesBefore020 });
  await type({ ...notesBefore020, schema: [title, { ...data, options: { maxSize: -5 } }] });
  expect(await send()).toBe(false);
  expect($importError.get()).toBe(
    'Data validations failed for collection "trial_notes" (trlnotes0000001): data (maxSize): must be no less than 1',
  );
  const [first, ...rest] = fieldsOf({ ...posts });
  await type({ ...posts, schema: [{ ...first, type: 'number', options: {} }, ...rest] });
  expect(await send()).toBe(false);
  expect($importError.get()).toMatch(/: title: Field type cannot be changed\.$/);
});

const links = old('trllinks0000001', 'trial_links', [
  text('tl_slug', 'slug', { required: true, unique: true }),
  {
    id: 'tl_to',
    name: 'target',
    type: 'url',
    unique: false,
    options: { exceptDomains: [], onlyDomains: [] },
  },
]);
const SLUG = 'CREATE UNIQUE INDEX `idx_unique_tl_slug` ON `trial_links` (`slug`)';

test('[TR-04] unique fields of a file from before 0.14 are offered as indexes', async () => {
  await type(links);
  const source = $importText.get();
  expect($offers.get().map((each) => each.text)).toEqual([expect.stringContaining('trial_links.slug.')]);
  take('Add unique indexes');
  expect($offers.get()).toEqual([]);
  expect(await send()).toBe(true);
  expect(await named('trial_links')).toMatchObject({ indexes: [SLUG] });
  const [{ sql } = { sql: '' }] = backend().sql(
    "SELECT sql FROM sqlite_master WHERE name LIKE 'idx_unique%'",
  );
  expect(sql).toMatch(/^CREATE UNIQUE INDEX/);
  // The file itself would drop it, and offers it again as it is stored.
  expect(await again(source)).toHaveLength(1);
  take('Add unique indexes');
  expect($changes.get()).toEqual([]);
  setDeleteMissing(false);
  expect([await again(source), $offers.get()]).toEqual([[], []]);
  // Later files have the flag without a meaning.
  await again(JSON.stringify([{ ...links, indexes: [] }]));
  expect($offers.get()).toEqual([]);
});

test('[TR-20] a file from before 0.18 is up to date once it was imported: what it lacks is the default', async () => {
  const team = {
    ...{ id: 'trlteam1', name: 'team', type: 'relation', system: false, required: false, unique: false },
    options: { collectionId: 'trlteams0000001', cascadeDelete: false, minSelect: null, maxSelect: 1 },
  };
  const logo = {
    id: 'trllogo1',
    name: 'logo',
    type: 'file',
    options: { maxSelect: 1, maxSize: 5_242_880, thumbs: [] },
  };
  const auth = { allowEmailAuth: true, minPasswordLength: 8, exceptEmailDomains: null, manageRule: null };
  const view = { query: 'SELECT id, name FROM trial_teams' };
  await type(
    old('trlteams0000001', 'trial_teams', [text('trlname1', 'name'), logo], { listRule: '' }),
    old('trlmembers00001', 'trial_members', [team], { type: 'auth', options: auth }),
    old('trlview00000001', 'trial_view', [{ id: 'x', name: 'name', type: 'text' }], {
      type: 'view',
      options: view,
    }),
  );
  const source = $importText.get();
  expect($importError.get()).toBeUndefined();
  expect(await send()).toBe(true);
  expect(await again(source)).toEqual([]);
  // A member that is missing is still a change where the default is another value.
  await backend().api.patch('/api/collections/trial_teams', { deleteRule: '' });
  await backend().api.patch('/api/collections/trial_members', { options: { ...auth, onlyVerified: true } });
  await open();
  const { deleteRule: _locked, ...team2 } = JSON.parse(source)[0];
  setMerge(true);
  const changed = await again(JSON.stringify([team2, ...JSON.parse(source).slice(1)]));
  expect(changed?.map(({ name }) => name)).toEqual(['trial_teams', 'trial_members']);
  // Without deleting, what the text does not mention stays.
  setDeleteMissing(false);
  expect(await again(JSON.stringify([team2, ...JSON.parse(source).slice(1)]))).toEqual([]);
});

test('[TR-21] the list inside a file is used; one that is a page of a longer list is named', async () => {
  await open();
  for (const wrapped of [
    { collections: [notes, posts] },
    { page: 1, totalItems: 2, items: [notes, posts] },
  ]) {
    expect(await again(JSON.stringify(wrapped))).toEqual([]);
    expect([$importError.get(), $plan.get()?.notes]).toEqual([undefined, []]);
  }
  await again(JSON.stringify({ page: 1, totalItems: 45, items: [notes] }));
  expect($plan.get()?.notes).toEqual([expect.stringContaining('1 of 45 collections')]);
  const { schema: fields, ...newer } = posts;
  setImportText(JSON.stringify({ collections: [{ ...newer, fields }] }));
  await until($plan, (plan) => plan !== undefined);
  expect($plan.get()?.warnings[0]).toMatch(/0\.23 or newer/);
});

test('[TR-34] a file in UTF-16 is read, with and without its mark', async () => {
  await open();
  const source = JSON.stringify([notes, { ...posts, listRule: 'title = "größer"' }]);
  const little = Buffer.from(source, 'utf16le');
  const big = Buffer.from(little).swap16();
  const [le, be] = [new Uint8Array([0xff, 0xfe]), new Uint8Array([0xfe, 0xff])];
  for (const parts of [[le, little], [be, big], [little], [big], [`\uFEFF${source}`], [source]]) {
    setImportText('');
    expect(await loadImportFile(new File(parts, 'schema.json'))).toBe(true);
    expect($importText.get()).toBe(source);
  }
});

const tagOf = (collectionId: string) => ({
  ...{ id: 'reltag01', name: 'tag', type: 'relation' },
  options: { collectionId, maxSelect: 1 },
});

test('[TR-35] ids like names, and relations to a collection that is not there, are named before anything is sent', async () => {
  await type(old('hand', 'hand', [text('name', 'name'), tagOf('teams')]));
  expect($importError.get()).toBe(
    'hand: its id “hand” is the name of a collection, too. hand.name has the id “name”: at least 5 characters are needed. ' +
      'hand.tag is a relation to “teams”, a collection that is neither in this configuration nor in the backend.',
  );
  const { sent } = watchRequests();
  expect([await send(), $review.get()]).toEqual([false, undefined]);
  expect(sent.filter((request) => !request.startsWith('GET'))).toEqual([]);
  setImportText(
    JSON.stringify([old('hand00000000000', 'hand', [{ id: 'rating1', name: 'x', type: 'string' }])]),
  );
  expect($importError.get()).toBe('hand.x has the type “string”, which PocketBase 0.22 doesn’t have.');
  // A collection that would go while another one refers to it.
  await backend().api.patch('/api/collections/notes', { schema: [...fieldsOf(notes), tagOf(posts.id)] });
  await open();
  setMerge(false);
  await again(JSON.stringify([{ ...notes, schema: [...fieldsOf(notes), tagOf(posts.id)] }]));
  expect($importError.get()).toBe('notes.tag is a relation to posts, which the import would delete.');
});

test('[TR-56] a configuration that was written by hand gets valid ids on request, which relations follow', async () => {
  await type(
    { name: 'teams', schema: [{ name: 'title', type: 'text' }] },
    {
      id: 'people',
      name: 'people',
      type: 'base',
      schema: [{ id: 'nick', name: 'nick', type: 'text' }, tagOf('teams')],
    },
    {
      name: 'posts',
      schema: [
        { name: 'title', type: 'text' },
        { ...tagOf('people'), id: 'relme001' },
      ],
    },
  );
  expect([$importError.get(), $canReview.get()]).toEqual(['Invalid collections configuration.', false]);
  take('Give them valid ids');
  expect([$importError.get(), $changes.get()?.map(({ kind, name }) => `${kind} ${name}`)]).toEqual([
    undefined,
    ['changed posts', 'added teams', 'added people'],
  ]);
  expect($offers.get()).toEqual([]);
  const source = $importText.get();
  expect(JSON.parse(source)[2]).toMatchObject({ id: posts.id, schema: [{ id: 'title001' }, {}] });
  setDeleteMissing(false);
  expect(await send()).toBe(true);
  const [people, teams] = [await named('people'), await named('teams')];
  expect(people).toMatchObject({ schema: [{}, { options: { collectionId: teams?.['id'] } }] });
  expect(await named('posts')).toMatchObject({
    schema: [{}, {}, { options: { collectionId: people?.['id'] } }],
  });
  expect(await again(source)).toEqual([]);
});
