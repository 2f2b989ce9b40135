import { expect, test } from 'vitest';
import { api } from '#api/client.ts';
import { sdk } from '#api/sdk.ts';
import { LISTED_KEY } from '#domain/app/storage-keys.ts';
import { requestUrl } from '#domain/backend/request.ts';
import { $isOffline, checkConnection } from '#stores/app/connection.ts';
import { go, startRouting } from '#stores/app/route.ts';
import { loadCollections } from '#stores/collections/list.ts';
import { startCollectionsPage } from '#stores/records/page.ts';
import { rejectRequests, watchRequests } from '../network-fixture.ts';
import { startStores } from '../start-stores.ts';
import { ids, rows, showRecords } from './list-fixture.ts';
import { elsewhere, isLive } from './live/live-fixture.ts';
import { backend, browser, until } from './record-fixture.ts';

const stops = startStores(() => [startRouting(), startCollectionsPage()]);
const remembered = () => browser.tabStorage.get(LISTED_KEY);

test('the tab remembers what the list on screen requests, until its collection is gone', async () => {
  const { requests, stop } = watchRequests();
  const { created } = await showRecords(2);
  go('collections', { collectionId: created.id });
  await expect.poll(() => requests.some(({ params }) => params['sort'] === '-created')).toBe(true);
  stop();
  const { id, requests: kept, '@line': line } = JSON.parse(remembered() ?? '{}');
  expect([id, line]).toEqual([created.id, 'pb22']);
  const sent = requests.map(({ path, params }) => `${path}?${new URLSearchParams(params)}`);
  const urls = kept.map((request: Parameters<typeof requestUrl>[0]) => {
    const { pathname, searchParams } = new URL(requestUrl(request), 'http://atoll.test');
    return `${pathname}?${searchParams}`;
  });
  expect(urls).toHaveLength(2);
  for (const url of urls) expect(sent).toContain(url);
  const { api } = backend();
  const { items } = await api.get<{ items: { id: string }[] }>('/api/collections');
  for (const one of items) await api.delete(`/api/collections/${one.id}`);
  await loadCollections();
  await expect.poll(remembered).toBeUndefined();
});

test('changes of others arrive, after a lost connection those of meanwhile too, and none when it was stopped', async () => {
  const { created, path } = await showRecords(2);
  await isLive();
  const { edit } = elsewhere(created);
  await edit(ids()[0], 'row 00');
  await expect.poll(() => rows().map(({ title }) => title)).toEqual(['row 00', 'row 1']);
  const restore = rejectRequests(() => true, '', 503);
  checkConnection();
  await until($isOffline, (isOffline) => isOffline);
  restore();
  const { sent, stop } = watchRequests();
  window.dispatchEvent(new Event('online'));
  await until($isOffline, (isOffline) => !isOffline);
  await expect
    .poll(() => sent.filter((request) => request === `GET ${path}`).length)
    .toBeGreaterThanOrEqual(2);
  stop();
  stops.pop()?.();
  await expect.poll(() => sdk(api()).realtime.isConnected).toBe(false);
});
