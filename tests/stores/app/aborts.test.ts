import { STORE_UNMOUNT_DELAY } from 'nanostores';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionSignal } from '#api/session-signal.ts';
import { $question } from '#stores/app/confirm.ts';
import { $fileToken } from '#stores/app/file-token.ts';
import { go, setQuery, startRouting } from '#stores/app/route.ts';
import { $session } from '#stores/app/session.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { $collections, loadCollections } from '#stores/collections/list.ts';
import { createPickList } from '#stores/field-types/pick-list.ts';
import { createRelatedRecords } from '#stores/field-types/related.ts';
import { startLogsPage } from '#stores/logs/page.ts';
import { $records, $total, recount, startRecords } from '#stores/records/list.ts';
import { showRemovedRecords, showSavedRecord } from '#stores/records/list-update.ts';
import { createExternalAuths, createMails } from '#stores/records/panel/account.ts';
import { $preview, closePreview, openPreview } from '#stores/records/panel/follow-route.ts';
import { startAdmins } from '#stores/settings/admins/list.ts';
import { startList } from '#stores/settings/backups/list.ts';
import { loadExport } from '#stores/settings/export.ts';
import { loadExisting } from '#stores/settings/import.ts';
import { loadProviders } from '#stores/settings/providers/list.ts';
import { browser, collectionOf, list, settled, showAddress, signInOffline } from '../offline-fixture.ts';

const posts = collectionOf({
  id: 'posts',
  name: 'posts',
  schema: [{ id: 't', name: 'title', type: 'text' }],
});

interface Sent {
  readonly path: string;
  readonly signal: AbortSignal;
  respond(body: unknown): void;
}
/** Every sent request. A response arrives when a test calls `respond`, even after the request was aborted. */
const sent: Sent[] = [];
/** All requests but those of the collections: without a listener, each read of `$collections` sends one. */
const others = () => sent.filter(({ path }) => path !== '/api/collections');
const paths = () => others().map(({ path }) => path);
const aborted = (requests = others()) => requests.map(({ signal }) => signal.aborted);
const page = (...items: object[]) => ({ page: 1, perPage: 40, totalItems: items.length, items });

const stops: (() => void)[] = [];
beforeEach(() => {
  browser.backend = 'http://backend.test/';
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const signal = init.signal ?? new AbortController().signal;
    sent.push({
      path: new URL(input).pathname.replace('/api/collections/', ''),
      signal,
      respond: (body) => resolve(Response.json(body)),
    });
    return promise;
  });
  signInOffline();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const stop of stops.splice(0).toReversed()) stop();
  sessionSignal.abort();
  for (const { respond } of sent.splice(0)) respond(page());
  await settled();
  expect($toasts.get()).toEqual([]);
  vi.unstubAllGlobals();
  $session.set(undefined);
});

test('[AU-07] [CS-01] loading the collections again aborts the previous load and ignores its response', async () => {
  stops.push($collections.listen(() => {}));
  list(posts);
  sent.length = 0;
  const [first, second] = [loadCollections(), loadCollections()];
  expect(aborted(sent)).toEqual([true, false]);
  sent[0]?.respond(page());
  await first;
  expect($collections.get()).toMatchObject({ state: 'ready', value: [posts] });
  sent[1]?.respond(page());
  await second;
  expect($collections.get()).toEqual({ state: 'ready', value: [] });
});

test('loading the collections is aborted when the session ends, and when the last listener leaves', async () => {
  vi.useFakeTimers();
  const stop = $collections.listen(() => {});
  void loadCollections();
  sent.splice(0, sent.length - 1);
  $session.set(undefined);
  expect(aborted(sent)).toEqual([true]);
  signInOffline();
  expect(aborted(sent)).toEqual([true, false]);
  stop();
  vi.advanceTimersByTime(STORE_UNMOUNT_DELAY);
  expect(aborted(sent)).toEqual([true, true]);
});

test.each([
  ['#/collections?collectionId=posts', startRecords, ['posts/records', 'posts/records']],
  ['#/logs', startLogsPage, ['/api/logs', '/api/logs/stats']],
  ['#/settings/admins', startAdmins, ['/api/admins']],
])(
  '[AU-07] a new search in %s aborts all previous requests, and so does leaving',
  async (hash, start, urls) => {
    list(posts);
    stops.push(startRouting(), start());
    showAddress(hash);
    expect(paths()).toEqual(urls);
    setQuery({ filter: 'a' });
    expect(aborted().slice(0, urls.length)).toEqual(urls.map(() => true));
    // What makes a filter of a text is fetched with the first search.
    await vi.waitFor(() => expect(paths()).toEqual([...urls, ...urls]));
    expect(aborted()).toEqual([...urls.map(() => true), ...urls.map(() => false)]);
    go('settingsTokens');
    expect(aborted()).not.toContain(false);
  },
);

test('[AU-07] a new search of a picker aborts the previous one, and closing aborts it', () => {
  const picker = createPickList({ filterOf: (_collection, search) => search });
  stops.push(picker.stop);
  picker.show(posts);
  picker.search('a');
  expect(aborted()).toEqual([true, false]);
  picker.stop();
  expect(aborted()).toEqual([true, true]);
});

test.each([
  ['backups', () => stops.push(startList())],
  ['providers', loadProviders],
  ['collections to export', loadExport],
  ['collections to compare with', loadExisting],
])('[AU-07] loading the %s again aborts the previous request', (_what, load) => {
  sent.length = 0;
  load();
  load();
  expect(aborted(sent)).toEqual([true, false]);
});

test('[RL-02] a new count replaces the previous one, and nothing is shown in between', async () => {
  list(posts);
  stops.push(startRouting(), startRecords());
  showAddress('#/collections?collectionId=posts');
  for (const { respond } of others()) respond({ ...page(), totalItems: 7 });
  await settled();
  const shown: unknown[] = [];
  stops.push($total.listen((total) => shown.push(total)));
  sent.length = 0;
  const counts = [recount(), recount()];
  expect(aborted()).toEqual([true, false]);
  for (const { respond } of sent) respond({ ...page(), totalItems: 8 });
  await Promise.all(counts);
  expect(shown).toEqual([8]);
});

test('a row that reloads sends one request, which is aborted when its record is deleted', async () => {
  list(posts);
  stops.push(startRouting(), startRecords());
  showAddress('#/collections?collectionId=posts&sort=-created');
  const record = { id: 'r1', collectionId: 'posts', title: 'a' };
  for (const { respond } of others()) respond(page(record));
  await settled();
  sent.length = 0;
  void showSavedRecord('posts', 'r1', false);
  void showSavedRecord('posts', 'r1', false);
  // Each reload also requests the count first.
  expect(aborted()).toEqual([true, true, false, false]);
  const last = others().at(-1);
  void showRemovedRecords('posts', ['r1']);
  expect(last?.signal.aborted).toBe(true);
  expect($records.get()).toMatchObject({ items: [] });
});

test('the preview shows the record that was opened last, and loads none after it is closed', async () => {
  void openPreview(posts, 'r1');
  const opened = openPreview(posts, 'r2');
  expect(aborted()).toEqual([true, false]);
  others()[0]?.respond({ id: 'r1' });
  await settled();
  expect($preview.get()).toMatchObject({ recordId: 'r2', source: undefined });
  closePreview();
  expect(aborted()).toEqual([true, true]);
  others()[1]?.respond({ id: 'r2' });
  await opened;
  expect($preview.get()).toBeUndefined();
});

test('related records stop loading when the last listener leaves, which is not a failure', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const related = createRelatedRecords(posts);
  const stop = related.$missing.listen(() => {});
  const loaded = related.load(['r1']);
  stop();
  vi.advanceTimersByTime(STORE_UNMOUNT_DELAY);
  expect(aborted()).toEqual([true]);
  others()[0]?.respond(page());
  expect(await loaded).toEqual(['r1']);
  expect([related.$isFailed.get(), related.$missing.get()]).toEqual([false, []]);
});

test('[RP-17] the providers of a user stop loading when the last listener leaves', () => {
  vi.useFakeTimers();
  const stop = createExternalAuths('users', () => 'u1').$auths.listen(() => {});
  stop();
  vi.advanceTimersByTime(STORE_UNMOUNT_DELAY);
  expect(aborted()).toEqual([true]);
});

test('[AU-12] the request for a file token is aborted when the last listener leaves', () => {
  vi.useFakeTimers();
  const stop = $fileToken.listen(() => {});
  expect(paths()).toEqual(['/api/files/token']);
  stop();
  vi.advanceTimersByTime(STORE_UNMOUNT_DELAY);
  expect(aborted()).toEqual([true]);
});

test('[AU-07] [RP-14] [RP-15] sending a mail aborts a pending mail of the same kind', async () => {
  const { sendVerification, sendPasswordReset } = createMails('users');
  const confirm = async () => {
    $question.get()?.answer(true);
    await settled();
  };
  for (const send of [sendVerification, sendPasswordReset, sendVerification]) {
    void send('user@example.com');
    await confirm();
  }
  expect(aborted()).toEqual([true, false, false]);
});

test('[ER-05] [ER-08] requests aborted by the end of the session show no message', async () => {
  list(posts);
  stops.push(startRouting(), startRecords());
  showAddress('#/collections?collectionId=posts');
  const loading = loadCollections();
  sessionSignal.abort();
  for (const { respond } of sent) respond(page());
  await loading;
  await settled();
  expect(aborted(sent)).not.toContain(false);
  expect($records.get()).toMatchObject({ state: 'failed', error: { isAbort: true } });
  expect($collections.get()).toMatchObject({ state: 'ready', value: [posts] });
});
