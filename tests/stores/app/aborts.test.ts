import { STORE_UNMOUNT_DELAY } from 'nanostores';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionSignal } from '#api/session-signal.ts';
import { $question } from '#stores/app/confirm.ts';
import { $fileToken } from '#stores/app/file-token.ts';
import { go, setQuery, startRouting } from '#stores/app/route.ts';
import { $session } from '#stores/app/session.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { $collections, loadCollections } from '#stores/collections/list.ts';
import { createRelatedRecords } from '#stores/field-types/related.ts';
import { $records, $total, recount, startRecords } from '#stores/records/list.ts';
import { showRemovedRecords, showSavedRecord } from '#stores/records/list-update.ts';
import { createExternalAuths } from '#stores/records/panel/auths.ts';
import { createMails } from '#stores/records/panel/mails.ts';
import { $preview, closePreview, openPreview } from '#stores/records/panel/preview.ts';
import { browser, collectionOf, list, settled, showAddress, signInOffline } from '../offline-fixture.ts';

const posts = collectionOf({
  id: 'posts',
  name: 'posts',
  schema: [{ id: 't', name: 'title', type: 'text' }],
});

interface Sent {
  readonly path: string;
  readonly signal: AbortSignal;
  answer(body: unknown): void;
}
/** What was sent; the network answers when a test does, also what is aborted by then. */
const sent: Sent[] = [];
/** A list of collections that nobody listens to is loaded with every look at it: those requests don't count. */
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
      answer: (body) => resolve(Response.json(body)),
    });
    return promise;
  });
  signInOffline();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const stop of stops.splice(0).toReversed()) stop();
  sessionSignal.abort();
  for (const { answer } of sent.splice(0)) answer(page());
  await settled();
  expect($toasts.get()).toEqual([]);
  vi.unstubAllGlobals();
  $session.set(undefined);
});

test('[AU-07] [CS-01] a newer load of the collections aborts the one before, whose answer is dropped', async () => {
  stops.push($collections.listen(() => {}));
  list(posts);
  sent.length = 0;
  const [first, second] = [loadCollections(), loadCollections()];
  expect(aborted(sent)).toEqual([true, false]);
  sent[0]?.answer(page());
  await first;
  expect($collections.get()).toMatchObject({ state: 'ready', value: [posts] });
  sent[1]?.answer(page());
  await second;
  expect($collections.get()).toEqual({ state: 'ready', value: [] });
});

test('the load of the collections ends with the session of its administrator, and with its last listener', async () => {
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

test('[AU-07] another search aborts the list and the number of the one before, and leaving aborts both', async () => {
  list(posts);
  stops.push(startRouting(), startRecords());
  showAddress('#/collections?collectionId=posts');
  expect(paths()).toEqual(['posts/records', 'posts/records']);
  setQuery({ filter: 'a' });
  expect(aborted()).toEqual([true, true, false, false]);
  go('logs');
  expect(aborted()).toEqual([true, true, true, true]);
});

test('[RL-02] a newer count takes the place of the one before, and nothing is shown in between', async () => {
  list(posts);
  stops.push(startRouting(), startRecords());
  showAddress('#/collections?collectionId=posts');
  for (const { answer } of others()) answer({ ...page(), totalItems: 7 });
  await settled();
  const shown: unknown[] = [];
  stops.push($total.listen((total) => shown.push(total)));
  sent.length = 0;
  const counts = [recount(), recount()];
  expect(aborted()).toEqual([true, false]);
  for (const { answer } of sent) answer({ ...page(), totalItems: 8 });
  await Promise.all(counts);
  expect(shown).toEqual([8]);
});

test('a row that is read anew is read once, and not at all once its record is deleted', async () => {
  list(posts);
  stops.push(startRouting(), startRecords());
  showAddress('#/collections?collectionId=posts&sort=-created');
  const record = { id: 'r1', collectionId: 'posts', title: 'a' };
  for (const { answer } of others()) answer(page(record));
  await settled();
  sent.length = 0;
  void showSavedRecord('posts', 'r1', false);
  void showSavedRecord('posts', 'r1', false);
  // Before each of them the number is requested.
  expect(aborted()).toEqual([true, true, false, false]);
  const last = others().at(-1);
  void showRemovedRecords('posts', ['r1']);
  expect(last?.signal.aborted).toBe(true);
  expect($records.get()).toMatchObject({ items: [] });
});

test('the preview shows the record that was opened last, and reads none once it is closed', async () => {
  void openPreview(posts, 'r1');
  const opened = openPreview(posts, 'r2');
  expect(aborted()).toEqual([true, false]);
  others()[0]?.answer({ id: 'r1' });
  await settled();
  expect($preview.get()).toMatchObject({ recordId: 'r2', source: undefined });
  closePreview();
  expect(aborted()).toEqual([true, true]);
  others()[1]?.answer({ id: 'r2' });
  await opened;
  expect($preview.get()).toBeUndefined();
});

test('related records are no longer read once nobody looks, which is no failure', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const related = createRelatedRecords(posts);
  const stop = related.$missing.listen(() => {});
  const loaded = related.load(['r1']);
  stop();
  vi.advanceTimersByTime(STORE_UNMOUNT_DELAY);
  expect(aborted()).toEqual([true]);
  others()[0]?.answer(page());
  expect(await loaded).toEqual(['r1']);
  expect([related.$isFailed.get(), related.$missing.get()]).toEqual([false, []]);
});

test('[RP-17] the providers of a user are no longer read once nobody looks', () => {
  vi.useFakeTimers();
  const stop = createExternalAuths('users', () => 'u1').$auths.listen(() => {});
  stop();
  vi.advanceTimersByTime(STORE_UNMOUNT_DELAY);
  expect(aborted()).toEqual([true]);
});

test('[AU-12] the token for files is no longer asked for once nobody looks', () => {
  vi.useFakeTimers();
  const stop = $fileToken.listen(() => {});
  expect(paths()).toEqual(['/api/files/token']);
  stop();
  vi.advanceTimersByTime(STORE_UNMOUNT_DELAY);
  expect(aborted()).toEqual([true]);
});

test('[AU-07] [RP-14] [RP-15] a mail of the same kind takes the place of the one under way', async () => {
  const { sendVerification, sendPasswordReset } = createMails('users');
  const agree = async () => {
    $question.get()?.answer(true);
    await settled();
  };
  for (const send of [sendVerification, sendPasswordReset, sendVerification]) {
    void send('user@example.com');
    await agree();
  }
  expect(aborted()).toEqual([true, false, false]);
});

test('[ER-05] [ER-08] what the end of the session aborts is silent', async () => {
  list(posts);
  stops.push(startRouting(), startRecords());
  showAddress('#/collections?collectionId=posts');
  const loading = loadCollections();
  sessionSignal.abort();
  for (const { answer } of sent) answer(page());
  await loading;
  await settled();
  expect(aborted(sent)).not.toContain(false);
  expect($records.get()).toMatchObject({ state: 'failed', error: { isAbort: true } });
  expect($collections.get()).toMatchObject({ state: 'ready', value: [posts] });
});
