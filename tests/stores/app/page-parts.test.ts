import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { completionsOf } from '#components/code/completion-source.ts';
import { $question, confirm } from '#stores/app/confirm.ts';
import { $query, go, replaceHash, startRouting } from '#stores/app/route.ts';
import { $session } from '#stores/app/session.ts';
import { $collections } from '#stores/collections/list.ts';
import { $pins } from '#stores/collections/pins.ts';
import { $previewedFile, closeFilePreview, openFilePreview } from '#stores/records/files.ts';
import { $filterScope } from '#stores/records/list.ts';
import { $arePanelsNeeded, cancelRecord, openNewRecord, openRecord } from '#stores/records/open.ts';
import { startCollectionsPage } from '#stores/records/page.ts';
import { $panels } from '#stores/records/panel/stack.ts';
import { eventually } from '#tests/support/eventually.ts';
import { browser, collectionOf, list, showAddress, signInOffline } from '../offline-fixture.ts';
import { until } from '../until.ts';

const posts = collectionOf({
  id: 'posts',
  name: 'posts',
  schema: [{ id: 't', name: 'title', type: 'text' }],
});

const stops: (() => void)[] = [];
beforeEach(() => {
  browser.backend = 'http://backend.test/';
  signInOffline();
  stops.push(startRouting());
  list(posts);
  showAddress('#/collections?collectionId=posts');
});
afterEach(() => {
  for (const stop of stops.splice(0).toReversed()) stop();
  cancelRecord();
  closeFilePreview();
  vi.unstubAllGlobals();
});

test('[RL-13] the panels are needed for a record in the address, and for a new one', async () => {
  expect($arePanelsNeeded.get()).toBe(false);
  openRecord('r1');
  expect($query.get()).toEqual({ collectionId: 'posts', recordId: 'r1' });
  expect($arePanelsNeeded.get()).toBe(true);
  cancelRecord();
  expect($query.get()).toEqual({ collectionId: 'posts' });
  expect($arePanelsNeeded.get()).toBe(false);
  const opening = openNewRecord();
  expect($arePanelsNeeded.get()).toBe(true);
  cancelRecord();
  expect($arePanelsNeeded.get()).toBe(false);
  await opening;
  expect($panels.get()).toEqual([]);
});

test('a record id in the address of another screen opens nothing', () => {
  showAddress('#/logs?recordId=r1');
  expect($arePanelsNeeded.get()).toBe(false);
});

test('cancelling a record leaves no entry in the history', () => {
  openRecord('r1');
  const replaced = vi.spyOn(history, 'replaceState');
  cancelRecord();
  expect(replaced).toHaveBeenCalledOnce();
  replaced.mockRestore();
});

test('[RL-21] [SH-07] the preview of a file opens, and closes when the address changes', () => {
  stops.push($previewedFile.listen(() => {}));
  const record = { id: 'r1', collectionId: 'posts' };
  openFilePreview(record, 'a.png', true);
  expect($previewedFile.get()).toEqual({ record, name: 'a.png', isProtected: true });
  openRecord('r2');
  expect($previewedFile.get()).toBeUndefined();
  openFilePreview(record, 'a.png', false);
  closeFilePreview();
  expect($previewedFile.get()).toBeUndefined();
});

test('[RL-11] the filter bar offers the fields of the collection on screen', () => {
  const offered = () => completionsOf($filterScope.get(), '').names;
  expect(offered()).toContain('title');
  list();
  expect(offered()).toEqual([]);
});

test('[ER-04] a new question answers the open one with no', async () => {
  const first = confirm('First?');
  const second = confirm('Second?');
  expect(await first).toBe(false);
  expect($question.get()?.text).toBe('Second?');
  $question.get()?.answer(true);
  expect(await second).toBe(true);
  expect($question.get()).toBeUndefined();
});

test('the collections screen starts its lists, pins and address once', async () => {
  const requested: string[] = [];
  const id = 'fresh';
  vi.stubGlobal('fetch', async (input: string | URL) => {
    const { pathname } = new URL(input);
    requested.push(pathname);
    const items = pathname === '/api/collections' ? [{ ...posts, id, name: id }] : [];
    return Response.json({ page: 1, perPage: 40, totalItems: items.length, totalPages: 1, items });
  });
  $session.set(undefined);
  $collections.set({ state: 'busy' });
  browser.storage.set('@pinnedCollections', '["fresh"]');
  startCollectionsPage();
  startCollectionsPage();
  expect($pins.get()).toEqual(['fresh']);
  signInOffline();
  replaceHash('#/collections');
  await until($query, (query) => query['collectionId'] === id);
  await eventually(() => expect(requested).toContain(`/api/collections/${id}/records`));
  expect(requested.filter((path) => path === '/api/collections')).toHaveLength(1);
  go('logs');
});
