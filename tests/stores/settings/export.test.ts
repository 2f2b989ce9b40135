import { beforeEach, expect, test } from 'vitest';
import {
  $areAllExported,
  $exportable,
  $exportCount,
  $exportText,
  loadExport,
  startExport,
  toggleAllExports,
  toggleExport,
} from '#stores/settings/export.ts';
import { holdRequests, rejectRequests, watchRequests } from '../network-fixture.ts';
import { settled } from '../offline-fixture.ts';
import { notes, posts, startSyncTests, stored, toasts, until } from './sync-fixture.ts';

startSyncTests();

let stop = () => {};
const isList = ({ path }: { readonly path: string }) => path === '/api/collections';
const isReady = () => until($exportable, ({ state }) => state === 'ready');

beforeEach(() => () => stop());

test('[EX-02][EX-04] all collections are loaded, 100 per request, and selected; the text is what is stored', async () => {
  const { requests } = watchRequests();
  stop = startExport();
  expect($exportable.get().state).toBe('busy');
  await isReady();
  expect(requests.map(({ params }) => [params['perPage'], params['sort']])).toEqual([['100', '+name']]);
  expect($areAllExported.get()).toBe(true);
  expect($exportText.get()).toBe(JSON.stringify(await stored(), null, 4));
  expect($exportText.get()).not.toMatch(/"(created|updated)"/);
});

test('[EX-03][EX-04][EX-07] the text has exactly the selected collections', async () => {
  stop = startExport();
  await isReady();
  toggleExport(posts.id);
  expect(JSON.parse($exportText.get())).toEqual([notes]);
  expect([$areAllExported.get(), $exportCount.get()]).toEqual([false, 1]);
  toggleAllExports();
  expect(JSON.parse($exportText.get())).toEqual([notes, posts]);
  toggleAllExports();
  expect([$exportText.get(), $exportCount.get()]).toEqual(['[]', 0]);
  toggleAllExports();
  expect($areAllExported.get()).toBe(true);
});

test('a failure is reported and can be repeated', async () => {
  const restore = rejectRequests(isList, 'Broken.', 500);
  stop = startExport();
  await until($exportable, ({ state }) => state === 'failed');
  expect(toasts()).toEqual(['Broken.']);
  expect([$areAllExported.get(), $exportText.get()]).toEqual([false, '[]']);
  restore();
  await loadExport();
  expect($exportCount.get()).toBe(2);
});

test('leaving stops loading and removes the collections', async () => {
  const { arrived } = holdRequests(isList);
  stop = startExport();
  await arrived;
  stop();
  await settled();
  expect([$exportable.get().state, toasts()]).toEqual(['busy', []]);
});
