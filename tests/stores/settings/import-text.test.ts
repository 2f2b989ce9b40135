import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { list, members } from '#domain/app/lenient.ts';
import { $route, go } from '#stores/app/route.ts';
import {
  $canReview,
  $changes,
  $deleteMissing,
  $existing,
  $importError,
  $importText,
  $isParsing,
  $merge,
  $offeredImportDraft,
  $offers,
  $plan,
  clearImport,
  discardImportDraft,
  loadExisting,
  loadImportFile,
  restoreImportDraft,
  setDeleteMissing,
  setImportText,
  setMerge,
  takeOffer,
} from '#stores/settings/import.ts';
import { confirmImport } from '#stores/settings/import-confirm.ts';
import { typedToasts } from '#tests/stores/toasts.ts';
import { casesOf } from '#tests/support/cases.ts';
import { writeAll } from '#tests/support/settings/entries.ts';
import { meaningOf, olderCollections } from '#tests/unit/wire/older-collections.ts';
import { fromOlder } from '#wire/pb23/from-older.ts';
import { holdRequests, rejectRequests, watchRequests } from '../network-fixture.ts';
import { settled } from '../offline-fixture.ts';
import {
  answerQuestion,
  browser,
  notes,
  posts,
  rawOf,
  startSyncTests,
  stored,
  toasts,
  until,
} from './sync-fixture.ts';

const { start, open, review } = startSyncTests();
const INVALID = 'Invalid collections configuration.';
const fileOf = (text: string) => new File([text], 'pb_schema.json', { type: 'application/json' });
const kinds = () => $changes.get()?.map(({ kind, name }) => `${kind} ${name}`);
const offered = () => $offers.get().map(({ action }) => action);
function take(action: string) {
  const offer = $offers.get().find((each) => each.action === action);
  if (offer) takeOffer(offer);
}
const isList = ({ path }: { readonly path: string }) => path === '/api/collections';

test('[IM-02] loads the existing collections, 200 per request; Review waits for them', async () => {
  const { requests } = watchRequests();
  const { arrived, release } = holdRequests(isList);
  start();
  await arrived;
  setImportText(JSON.stringify([posts]));
  expect([$changes.get(), $canReview.get()]).toEqual([undefined, false]);
  release();
  await until($canReview, (canReview) => canReview);
  expect(requests.map(({ params }) => params['perPage'])).toEqual(['200']);
  const load = $existing.get();
  expect(load.state === 'ready' && writeAll(load.value)).toEqual([notes, posts]);
});

test('[IM-03][IM-04] an invalid text has a message and no changes', async () => {
  await open();
  expect($importError.get()).toBeUndefined();
  for (const text of ['nonsense', '{}', '[]', '[{"id":"a"}]', '[{"name":"a"}]']) {
    setImportText(text);
    expect([$importError.get(), $changes.get(), $canReview.get()]).toEqual([INVALID, undefined, false]);
  }
  setImportText(JSON.stringify([posts]));
  expect([$importError.get(), $canReview.get()]).toEqual([undefined, true]);
  setImportText(' \n');
  expect($importError.get()).toBeUndefined();
});

test('[NS-22] an export of PocketBase 0.23 or newer is translated, or refused instead of deleting all fields', async () => {
  await open();
  const { schema, options, ...rest } = posts;
  const fields = list(schema, members).map(({ options: _, ...field }) => field);
  setImportText(JSON.stringify([notes, { ...rest, fields: [...fields, { name: 'at', type: 'geoPoint' }] }]));
  await until($importError, (error) => error !== undefined);
  expect($importError.get()).toMatch(/0\.23 or newer.* posts\.at \(a point on the map\)/);
  expect([$changes.get(), $canReview.get()]).toEqual([undefined, false]);
  setImportText(JSON.stringify([{ ...rest, fields }]));
  await until($canReview, (canReview) => canReview);
  expect([$importError.get(), kinds()]).toEqual([undefined, ['removed notes', 'changed posts']]);
  expect($plan.get()?.warnings[0]).toMatch(/^This configuration is of PocketBase 0\.23 or newer/);
  // The newer line has a limit where none is said.
  const title = $plan.get()?.imported[0]?.fields.find(({ name }) => name === 'title');
  expect(title).toMatchObject({ id: 'title001', max: 5000 });
});

test.each(fc.sample(fc.nat(), { numRuns: casesOf(5), seed: 11 }))(
  '[NS-22] what a file of the newer line says is stored in 0.22: sample %s',
  async (seed) => {
    const [collections = []] = fc.sample(olderCollections('gen'), { numRuns: 1, seed });
    await review(...fromOlder(collections).entries.map(members));
    const importing = confirmImport();
    // The collections of each test are missing in it.
    expect(await answerQuestion(true)).toContain('- notes');
    expect([await importing, $importError.get()]).toEqual([true, undefined]);
    const byName = ({ name: one }: { name: string }, { name: other }: { name: string }) =>
      one.localeCompare(other);
    // The columns of a view follow from its query.
    const meanings = (entries: readonly unknown[]) =>
      entries
        .map(meaningOf)
        .map(({ fields, ...rest }) => ({ ...rest, fields: rest.type === 'view' ? [] : fields }))
        .toSorted(byName);
    expect(meanings(await stored())).toEqual(meanings(collections));
  },
);

test('[IM-06][IM-07][IM-08][IM-09] the toggles decide what counts as a change', async () => {
  await open();
  setImportText(JSON.stringify([{ ...posts, schema: [] }]));
  expect(kinds()).toEqual(['removed notes', 'changed posts']);
  setMerge(true);
  expect(kinds()).toEqual(['changed posts']);
  setDeleteMissing(false);
  expect([kinds(), $canReview.get()]).toEqual([[], false]);
  setMerge(false);
  expect(kinds()).toEqual([]);
});

test('[IM-10][IM-11] original ids replace those of the text', async () => {
  await open();
  const other = rawOf('other0000000000', 'posts', ['other001 title', 'body0001 body', 'fresh001 fresh']);
  setImportText(JSON.stringify([notes, other]));
  expect(offered()).toEqual(['Replace with original ids']);
  expect(kinds()).toEqual(['removed posts', 'added posts']);
  take('Replace with original ids');
  const expected = rawOf(posts.id, 'posts', ['title001 title', 'body0001 body', 'fresh001 fresh']);
  expect($importText.get()).toBe(JSON.stringify([notes, expected], null, 4));
  expect([offered(), kinds()]).toEqual([[], ['changed posts']]);
});

test('[IM-05] a file replaces the text; one without collections shows a toast and clears what came from a file', async () => {
  await open();
  setImportText('typed');
  expect(await loadImportFile(fileOf('{}'))).toBe(false);
  expect([typedToasts(), $importText.get()]).toEqual([[`error: ${INVALID}`], 'typed']);
  const text = JSON.stringify([posts]);
  expect(await loadImportFile(fileOf(text))).toBe(true);
  expect($importText.get()).toBe(text);
  expect(await loadImportFile(fileOf('[]'))).toBe(false);
  expect($importText.get()).toBe('');
  // Items that are not valid are shown, to be mended.
  expect(await loadImportFile(fileOf('[{"id":"a"}]'))).toBe(true);
  expect($importError.get()).toBe(INVALID);
});

test('[IM-05] a file that can’t be read shows a toast and keeps the text', async () => {
  await open();
  setImportText('typed');
  const file = fileOf('[]');
  vi.spyOn(file, 'arrayBuffer').mockRejectedValue(new DOMException('Gone.', 'NotReadableError'));
  expect(await loadImportFile(file)).toBe(false);
  expect([typedToasts(), $importText.get()]).toEqual([['error: Failed to load the imported JSON.'], 'typed']);
});

test('a file that arrives after the page was left is ignored', async () => {
  const leave = await open();
  const loading = loadImportFile(fileOf(JSON.stringify([posts])));
  leave();
  expect(await loading).toBe(false);
  expect([$importText.get(), toasts()]).toEqual(['', []]);
});

test('a text of 5 MB is parsed once after typing has paused, and at once from a file', async () => {
  await open();
  const many = Array.from({ length: 5000 }, (_, at) =>
    rawOf(`id${at}`, `n${at}`, ['a a', 'b b', 'c c', 'd d', 'e e']),
  );
  const text = JSON.stringify(many);
  expect(text.length).toBeGreaterThan(4_000_000);
  const parse = vi.spyOn(JSON, 'parse');
  for (const end of [' ', '  ', '   ']) setImportText(text + end);
  expect([$isParsing.get(), $importError.get(), $canReview.get()]).toEqual([true, undefined, false]);
  expect(parse).not.toHaveBeenCalled();
  await until($isParsing, (isParsing) => !isParsing);
  expect(parse.mock.calls.filter(([source]) => source.length > 4_000_000)).toHaveLength(1);
  vi.restoreAllMocks();
  expect(kinds()).toHaveLength(5002);
  clearImport();
  await loadImportFile(fileOf(text));
  expect([$isParsing.get(), kinds()?.length]).toEqual([false, 5002]);
});

test('the text is offered again after a reload, to its administrator, until it was discarded or cleared', async () => {
  const leave = await open();
  setImportText('[{"id":');
  leave();
  expect($importText.get()).toBe('');
  const leaveAgain = await open();
  expect($offeredImportDraft.get()).toBe('[{"id":');
  restoreImportDraft();
  expect([$importText.get(), $offeredImportDraft.get()]).toEqual(['[{"id":', undefined]);
  clearImport();
  leaveAgain();
  const leaveLast = await open();
  expect($offeredImportDraft.get()).toBeUndefined();
  setImportText('again');
  leaveLast();
  await open();
  discardImportDraft();
  expect([...browser.storage.keys()].filter((key) => key.startsWith('settings_draft'))).toEqual([]);
});

test('a draft is offered as it was typed; what is no text in the storage is not', async () => {
  const typed = ' [{"id" \u2028';
  const others = ['', 'x', 'null', '[]', '{"text":1}', '{"text":""}', '{"__proto__":{"text":"x"}}'];
  for (const draft of [JSON.stringify({ text: typed }), ...others]) {
    browser.storage.set('settings_draft_import', draft);
    const leave = await open();
    expect($offeredImportDraft.get()).toBe(others.includes(draft) ? undefined : typed);
    leave();
  }
});

test('leaving with a text asks; staying keeps it', async () => {
  await open();
  expect(browser.asksOnUnload()).toBe(false);
  setImportText('typed');
  expect(browser.asksOnUnload()).toBe(true);
  location.hash = '#/settings/mail';
  browser.dispatch('hashchange');
  expect(await answerQuestion(false)).toBe('You have unsaved changes. Do you really want to discard them?');
  expect([$importText.get(), $route.get()?.name]).toEqual(['typed', 'settingsImport']);
  location.hash = '#/settings/mail';
  browser.dispatch('hashchange');
  await answerQuestion(true);
  await until($importText, (text) => text === '');
  go('settingsImport');
});

test('leaving removes everything from memory and stops loading', async () => {
  const leave = await open();
  setImportText(JSON.stringify([posts]));
  setMerge(true);
  setDeleteMissing(false);
  const { arrived } = holdRequests(isList);
  void loadExisting();
  await arrived;
  leave();
  await settled();
  expect([$importText.get(), $changes.get(), $existing.get().state]).toEqual(['', undefined, 'busy']);
  expect([$merge.get(), $deleteMissing.get(), toasts()]).toEqual([false, true, []]);
});

test('a failed load is reported and can be repeated; the text stays', async () => {
  const restore = rejectRequests(isList, 'Broken.', 500);
  start();
  setImportText(JSON.stringify([posts]));
  await until($existing, ({ state }) => state === 'failed');
  expect([toasts(), $canReview.get()]).toEqual([['Broken.'], false]);
  restore();
  await loadExisting();
  expect($canReview.get()).toBe(true);
});
