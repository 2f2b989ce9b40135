import { expect, onTestFinished, test, vi } from 'vitest';
import { $question } from '#stores/app/confirm.ts';
import { $collectionList } from '#stores/collections/list.ts';
import {
  $canReview,
  $changes,
  $existing,
  $importError,
  $importText,
  $isImporting,
  $review,
  closeReview,
  openReview,
  setDeleteMissing,
  setImportText,
  setMerge,
  stopImport,
} from '#stores/settings/import.ts';
import { confirmImport } from '#stores/settings/import-confirm.ts';
import { typedToasts } from '#tests/stores/toasts.ts';
import { field } from '#tests/support/factories.ts';
import { fieldsOf, writeAll } from '#tests/support/settings/entries.ts';
import { holdRequests, rejectRequests, watchRequests } from '../network-fixture.ts';
import { settled } from '../offline-fixture.ts';
import {
  answerQuestion,
  backend,
  notes,
  posts,
  rawOf,
  replaceCollections,
  startSyncTests,
  stored,
  storedNames,
  toasts,
  until,
} from './sync-fixture.ts';

const { open, review } = startSyncTests();

const isImport = ({ method }: { readonly method: string }) => method === 'PUT';
const drafts = rawOf('drafts000000000', 'drafts', ['text0002 text']);
const shorter = rawOf(posts.id, 'posts', ['title001 title']);
const SUCCESS = 'Successfully imported collections configuration.';

test('[IM-09][IM-12] the review opens only with changes', async () => {
  await open();
  setImportText(JSON.stringify([notes, posts]));
  openReview();
  expect([$changes.get(), $review.get()]).toEqual([[], undefined]);
  setImportText(JSON.stringify([notes, posts, drafts]));
  openReview();
  expect($review.get()).toEqual({ changes: $changes.get(), notice: undefined });
  closeReview();
  expect($review.get()).toBeUndefined();
});

test('an index of the name that one of another collection has is refused, because that one would be dropped', async () => {
  const index = (table: string, column: string) =>
    `CREATE INDEX \`idx_same\` ON \`${table}\` (\`${column}\`)`;
  const indexed = { ...posts, indexes: [index('posts', 'title')] };
  await replaceCollections([indexed, notes]);
  const { sent } = watchRequests();
  const clashing = { ...notes, indexes: [index('notes', 'text')] };
  await review(clashing, indexed);
  expect(await confirmImport()).toBe(false);
  expect(sent.filter((request) => request.startsWith('PUT'))).toEqual([]);
  expect($review.get()).toBeUndefined();
  expect($importError.get()).toBe(
    'Index idx_same of notes: Another collection has an index of this name, which PocketBase would drop.',
  );
  // Moved to another collection, it would be dropped with the old one.
  setImportText(JSON.stringify([clashing, posts]));
  openReview();
  expect(await confirmImport()).toBe(false);
  expect($importError.get()).toMatch(/^Index idx_same of notes: /);
  // The collection that has it is deleted first.
  setImportText(JSON.stringify([clashing]));
  openReview();
  const importing = confirmImport();
  await answerQuestion(true);
  expect(await importing).toBe(true);
  const names = backend().sql("SELECT tbl_name FROM sqlite_master WHERE name = 'idx_same'");
  expect(names).toMatchObject([{ tbl_name: 'notes' }]);
});

test('two indexes of one name in a collection are refused, because one of them would never be created', async () => {
  await replaceCollections([posts, notes]);
  const index = (column: string) => `CREATE INDEX IF NOT EXISTS idx_two ON posts (${column})`;
  await review({ ...posts, indexes: [index('title'), index('body').replace('idx_two', '"IDX_two"')] }, notes);
  const { sent } = watchRequests();
  expect(await confirmImport()).toBe(false);
  expect(sent.filter((request) => request.startsWith('PUT'))).toEqual([]);
  expect($importError.get()).toMatch(
    /^Index idx_two of posts: Another index of this collection has this name\.$/i,
  );
});

test('an index that the backend would cut at the end of a line is refused, what it refuses itself is sent', async () => {
  await replaceCollections([posts, notes]);
  const withIndex = (columns: string) => ({
    ...posts,
    indexes: ['CREATE INDEX idx_kept ON posts (created)', `CREATE INDEX idx_cut ON posts (${columns})`],
  });
  await review(withIndex('lower(title)\n || title'), notes);
  const { sent } = watchRequests();
  const puts = () => sent.filter((request) => request.startsWith('PUT')).length;
  expect(await confirmImport()).toBe(false);
  expect([puts(), $review.get()]).toEqual([0, undefined]);
  expect($importError.get()).toBe(
    'Index idx_cut of posts: PocketBase accepts this only in parentheses and on one line: lower(title)\n || title',
  );
  // The backend names only the position in its collection.
  const others = ['text', 'created'].map((column) => `CREATE INDEX idx_${column} ON notes (${column})`);
  setImportText(JSON.stringify([{ ...notes, indexes: others }, withIndex('lower(\ntitle)')]));
  openReview();
  expect(await confirmImport()).toBe(false);
  const refusal = /^posts: Failed to create index idx_cut/;
  expect([puts(), $importError.get()]).toEqual([1, expect.stringMatching(refusal)]);
  expect(toasts()).toEqual(['Failed to import the submitted collections.']);
  setImportText(JSON.stringify([withIndex('\n  lower(title)\n  collate nocase\n  desc,\n  title\n'), notes]));
  openReview();
  expect(await confirmImport()).toBe(true);
});

test('a backend that has lost an index to another collection can still import its own export', async () => {
  const index = (table: string) => `CREATE INDEX \`idx_same\` ON \`${table}\` (\`created\`)`;
  const both = [posts, notes].map((one) => ({ ...one, indexes: [index(one.name)] }));
  await replaceCollections(both);
  await review(...both.map((one) => ({ ...one, listRule: '' })));
  expect(await confirmImport()).toBe(true);
});

test('without an open review nothing is imported', async () => {
  await open();
  setImportText(JSON.stringify([notes, posts, drafts]));
  const { sent } = watchRequests();
  expect(await confirmImport()).toBe(false);
  setImportText('');
  expect(await confirmImport()).toBe(false);
  expect(sent).toEqual([]);
});

test('[IM-14][IM-15][IM-18] without deletions it imports without a question and loads all lists again', async () => {
  await review(notes, posts, drafts);
  const channel = new BroadcastChannel('collections');
  const told = new Promise((resolve) => {
    channel.onmessage = ({ data }) => resolve(data);
  });
  const { sent } = watchRequests();
  const importing = confirmImport();
  expect($isImporting.get()).toBe(true);
  expect(await confirmImport()).toBe(false);
  expect(await importing).toBe(true);
  expect($question.get()).toBeUndefined();
  expect([typedToasts(), $importText.get(), $review.get()]).toEqual([[`success: ${SUCCESS}`], '', undefined]);
  await until($existing, ({ state }) => state === 'ready');
  expect(sent).toEqual([
    'GET /api/collections',
    'PUT /api/collections/import',
    'GET /api/collections',
    'GET /api/collections',
  ]);
  expect(await told).toBe('reload');
  channel.close();
  await until($collectionList, (list) => list.some(({ name }) => name === 'drafts'));
  expect(await stored()).toEqual([drafts, notes, posts]);
  // The second import compares with the new state.
  setImportText(JSON.stringify([notes, posts, drafts]));
  expect($changes.get()).toEqual([]);
});

test('[IM-14][IM-15] deletions are asked about: No keeps all, Yes deletes', async () => {
  await review(shorter);
  const { sent } = watchRequests();
  // The question comes as soon as the records are counted.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const declined = confirmImport();
  const question = await answerQuestion(false);
  vi.useRealTimers();
  expect(question).toBe(
    'Do you really want to delete the following collection fields and their related records data:\n- notes.*\n- posts.body (body0001)',
  );
  expect(await declined).toBe(false);
  // Only the records of what would be deleted were counted.
  expect(new Set(sent)).toEqual(
    new Set(['GET /api/collections/notes0000000000/records', 'GET /api/collections/posts0000000000/records']),
  );
  expect([$review.get()?.changes.length, $importText.get() !== '']).toEqual([2, true]);
  const accepted = confirmImport();
  await answerQuestion(true);
  expect(await accepted).toBe(true);
  expect(await stored()).toEqual([shorter]);
});

test('what is typed during the import stays, and the review is closed', async () => {
  await review(notes, posts, drafts);
  const { arrived, release } = holdRequests(isImport);
  const importing = confirmImport();
  await arrived;
  const later = JSON.stringify([notes]);
  setImportText(later);
  release();
  expect(await importing).toBe(true);
  await until($existing, ({ state }) => state === 'ready');
  expect([$importText.get(), $review.get()]).toEqual([later, undefined]);
});

test('[IM-16][OP-04] merging keeps omitted collections on the server and deletes omitted fields', async () => {
  await review(shorter, drafts);
  setMerge(true);
  const importing = confirmImport();
  expect(await answerQuestion(true)).toMatch(/data:\n- posts\.body \(body0001\)$/);
  expect(await importing).toBe(true);
  expect(await stored()).toEqual([drafts, notes, shorter]);
});

test('[IM-07][OP-04] without deleting, omitted collections and fields stay on the server', async () => {
  await open();
  setDeleteMissing(false);
  const longer = rawOf(posts.id, 'entries', ['fresh001 fresh', 'title001 headline']);
  setImportText(JSON.stringify([longer]));
  openReview();
  // Only now there is an index to keep, which needs the tools that rename its column.
  await replaceCollections([{ ...posts, indexes: [slug] }, notes]);
  expect(await confirmImport()).toBe(false);
  expect($review.get()?.notice).toMatch(/^The collections have changed/);
  const [change] = $review.get()?.changes ?? [];
  expect(await confirmImport()).toBe(true);
  const after = {
    ...rawOf(posts.id, 'entries', ['title001 headline', 'body0001 body', 'fresh001 fresh']),
    indexes: ['CREATE UNIQUE INDEX `idx_slug` ON `entries` (`headline`)'],
  };
  expect(await stored()).toEqual([after, notes]);
  // The review has shown exactly that.
  expect(change?.new && writeAll([change.new])).toEqual([after]);
});

const slug = 'CREATE UNIQUE INDEX `idx_slug` ON `posts` (`title`)';
const recent =
  'CREATE INDEX `idx_recent` ON `posts` (\n  `title`,\n  `created` DESC\n) WHERE `body` != "title"';
const indexNames = () =>
  backend()
    .sql("SELECT name FROM sqlite_master WHERE type = 'index' AND name LIKE 'idx_%' ORDER BY name")
    .map(({ name }) => name);

test('[TR-04] without deleting, the indexes that the text lacks stay, with the new names of their columns', async () => {
  await replaceCollections([{ ...posts, indexes: [slug, recent] }, notes]);
  await open();
  setDeleteMissing(false);
  const { indexes: _none, ...before014 } = posts;
  setImportText(JSON.stringify([before014]));
  expect($changes.get()).toEqual([]);
  const renamed = rawOf(posts.id, 'entries', ['title001 headline', 'body0001 body']);
  const changed = 'CREATE INDEX `IDX_recent` ON `entries` (`headline`)';
  for (const [listRule, indexes] of [
    ['', [changed]],
    [null, []],
  ]) {
    setImportText(JSON.stringify([{ ...renamed, listRule, indexes }]));
    await until($canReview, (canReview) => canReview);
    openReview();
    const after = {
      name: 'entries',
      indexes: ['CREATE UNIQUE INDEX `idx_slug` ON `entries` (`headline`)', changed],
    };
    expect($review.get()?.changes).toMatchObject([{ new: after }]);
    expect(await confirmImport()).toBe(true);
    await until($existing, ({ state }) => state === 'ready');
    expect((await stored())[0]).toMatchObject(after);
    expect(indexNames()).toEqual(['IDX_recent', 'idx_slug']);
  }
});

test('[TR-04][IM-14] the question names every index that goes, and those that no longer keep values unique', async () => {
  await replaceCollections([{ ...posts, indexes: [slug, recent] }, notes]);
  await review(notes, { ...posts, indexes: [slug.replace('UNIQUE ', '')] });
  const declined = confirmImport();
  expect(await answerQuestion(false)).toBe(
    'Do you really want to delete the following indexes:\n- posts.idx_slug (no longer unique)\n- posts.idx_recent',
  );
  expect(await declined).toBe(false);
  expect(indexNames()).toEqual(['idx_recent', 'idx_slug']);
  const accepted = confirmImport();
  await answerQuestion(true);
  expect(await accepted).toBe(true);
  expect(indexNames()).toEqual(['idx_slug']);
});

test('[IM-08] records stay when a collection and a field are renamed', async () => {
  await backend().api.post('/api/collections/posts/records', { title: 'kept' });
  await review(notes, rawOf(posts.id, 'entries', ['title001 headline', 'body0001 body']));
  expect(await confirmImport()).toBe(true);
  const { items } = await backend().api.get<{ items: object[] }>('/api/collections/entries/records');
  expect(items).toMatchObject([{ headline: 'kept' }]);
});

test('[IM-17] a refusal is shown under the text, which stays; editing removes the message', async () => {
  const broken = { ...drafts, listRule: 'nope = 1' };
  await review(notes, posts, broken);
  const text = $importText.get();
  expect(await confirmImport()).toBe(false);
  expect($review.get()).toBeUndefined();
  expect(toasts()).toEqual(['Failed to import the submitted collections.']);
  expect($importError.get()).toMatch(/^Data validations failed for collection "drafts"/);
  expect([$importText.get(), $canReview.get()]).toEqual([text, true]);
  expect(await storedNames()).toEqual(['notes', 'posts']);
  setImportText(`${text} `);
  expect($importError.get()).toBeUndefined();
});

test('[IM-17] a refusal that names no part is shown under the text, too', async () => {
  await review(notes, posts, { ...drafts, listRule: 5 });
  expect(await confirmImport()).toBe(false);
  expect(toasts()).toEqual(['Failed to load the submitted data due to invalid formatting.']);
  expect($importError.get()).toBe('Failed to load the submitted data due to invalid formatting.');
});

test('what another administrator has changed since the review is shown before anything is sent', async () => {
  await review(notes, shorter);
  const longer = rawOf(posts.id, 'posts', ['title001 title', 'body0001 body', 'new00001 precious']);
  await replaceCollections([notes, longer]);
  const { sent } = watchRequests();
  const first = confirmImport();
  await answerQuestion(true);
  expect(await first).toBe(false);
  expect(sent.filter((request) => request.startsWith('PUT'))).toEqual([]);
  expect($review.get()?.notice).toMatch(/^The collections have changed/);
  const reviewed = $review.get()?.changes[0]?.old;
  expect(reviewed && writeAll([reviewed])).toEqual([longer]);
  const second = confirmImport();
  expect(await answerQuestion(true)).toContain('- posts.precious (new00001)');
  expect(await second).toBe(true);
});

test('the review closes when another administrator has done the same', async () => {
  await review(notes, posts, drafts);
  await replaceCollections([notes, posts, drafts]);
  expect(await confirmImport()).toBe(false);
  expect([$review.get(), $changes.get()]).toEqual([undefined, []]);
  // It does not open again by itself.
  setImportText(JSON.stringify([notes]));
  expect($review.get()).toBeUndefined();
});

test('stopping before anything was sent says nothing; afterwards the lists are loaded again', async () => {
  await review(notes, posts, drafts);
  const reads = holdRequests(({ method, path }) => method === 'GET' && path === '/api/collections');
  const first = confirmImport();
  await reads.arrived;
  stopImport();
  expect(await first).toBe(false);
  expect(toasts()).toEqual([]);
  reads.release();

  const imports = holdRequests(isImport, 'responses');
  const second = confirmImport();
  await imports.arrived;
  stopImport();
  expect(await second).toBe(false);
  expect(toasts()).toEqual(['Stopped waiting. The collections may still have been imported.']);
  await until($changes, (changes) => changes?.length === 0);
  expect($importText.get()).not.toBe('');
  imports.release();
});

test('without a response the lists are loaded again, because it may have been imported', async () => {
  await review(notes, posts, drafts);
  rejectRequests(isImport, 'Bad gateway.', 502);
  const { sent } = watchRequests();
  expect(await confirmImport()).toBe(false);
  await until($existing, ({ state }) => state === 'ready');
  expect(sent.filter((request) => request === 'GET /api/collections')).toHaveLength(3);
  expect($importText.get()).not.toBe('');
});

test('leaving during an import stops waiting and loads nothing into a page that is gone', async () => {
  const leave = await open();
  setImportText(JSON.stringify([notes, posts, drafts]));
  openReview();
  const { arrived, release } = holdRequests(isImport, 'responses');
  const importing = confirmImport();
  await arrived;
  leave();
  expect(await importing).toBe(false);
  release();
  await settled();
  expect([$existing.get().state, $importText.get(), $isImporting.get()]).toEqual(['busy', '', false]);
});

test('[IM-13][IM-14] members in other capitals are reviewed and asked about as the backend reads them', async () => {
  const tags = { ...field('tags', 'select'), id: 'tags0001', options: { maxSelect: 2, values: ['a', 'b'] } };
  const locked = rawOf(posts.id, 'posts', ['title001 title']);
  const wide = { ...locked, schema: [...fieldsOf(locked), tags] };
  await replaceCollections([notes, wide]);
  const single = { ...tags, options: { maxSelect: 2, values: ['a', 'b'], maxselect: 1 } };
  const shown = await review(notes, { ...wide, schema: [...fieldsOf(locked), single], ListRule: '' });
  expect(shown?.changes.map(({ name, new: after }) => [name, after?.listRule])).toEqual([['posts', '']]);
  const importing = confirmImport();
  expect(await answerQuestion(true)).toContain('- posts.tags (tags0001)');
  expect(await importing).toBe(true);
  const [, after] = await stored();
  expect(after).toMatchObject({ name: 'posts', listRule: '', schema: [{}, { options: { maxSelect: 1 } }] });
});

test('[IM-08][IM-09] an empty list for none is a change of the text, because the backend stores what it is sent', async () => {
  const mail = (domains: [] | null) => {
    const options = { exceptDomains: domains, onlyDomains: domains };
    return { ...fieldsOf(rawOf('', '', ['mail0001 mail']))[0], type: 'email', options };
  };
  await replaceCollections([notes, { ...posts, schema: [mail(null)] }]);
  const written = { ...posts, schema: [mail([])] };
  const shown = await review(notes, written);
  expect(shown?.changes.map(({ kind, name }) => [kind, name])).toEqual([['changed', 'posts']]);
  expect(await confirmImport()).toBe(true);
  expect(await stored()).toEqual([notes, written]);
  await until($existing, ({ state }) => state === 'ready');
  setImportText(JSON.stringify([notes, written]));
  await until($changes, (changes) => changes?.length === 0);
});
