import { afterEach, expect, test, vi } from 'vitest';
import { zoneOf } from '#domain/app/zone.ts';
import { $zone } from '#stores/app/zone.ts';
import { backupsCard } from '#stores/home/backups.ts';
import { checksCard, openCard } from '#stores/home/basics.ts';
import { $isLoadingHome, refreshHome, startHome } from '#stores/home/cards.ts';
import { errorsCard } from '#stores/home/errors.ts';
import { newestCard } from '#stores/home/newest.ts';
import { createCollection, createRecord, field } from '#tests/support/factories.ts';
import { setHidden } from '../hidden.ts';
import { holdRequests, rejectRequests, watchRequests } from '../network-fixture.ts';
import { backend, toasts, until } from '../records/record-fixture.ts';

const cards = [errorsCard, newestCard, backupsCard, openCard, checksCard];
let stops: (() => void)[] = [];
const start = () => {
  stops = [startHome(), ...cards.map((card) => card.start())];
};
const stop = () => {
  for (const each of stops.splice(0).reverse()) each();
};
const loaded = () => until($isLoadingHome, (isLoading) => !isLoading);
afterEach(stop);

test('each card loads its data; what several need is requested once', async () => {
  const posts = await createCollection(backend().api, {
    name: 'posts',
    fields: [field('title', 'text')],
    listRule: '',
  });
  const record = await createRecord(backend().api, posts.id, { title: 'First' });
  const { sent } = watchRequests();
  start();
  await loaded();
  expect(newestCard.$load.get()).toMatchObject({
    state: 'ready',
    value: { newest: [{ total: 1, record: { id: record.id } }, { total: 0 }], requested: 2, count: 2 },
  });
  expect(openCard.$load.get()).toMatchObject({
    state: 'ready',
    value: [
      { collection: { name: 'users' }, rules: ['createRule'] },
      { collection: { name: 'posts' }, rules: ['listRule'] },
    ],
  });
  expect(backupsCard.$load.get()).toMatchObject({ state: 'ready', value: { last: undefined } });
  expect(errorsCard.$load.get()).toMatchObject({ state: 'ready', value: { count: 0, newest: [] } });
  for (const path of ['GET /api/collections', 'GET /api/settings'])
    expect(sent.filter((one) => one === path)).toHaveLength(1);
});

test('a collection whose rules let nobody in is none to look at', async () => {
  const closed = await createCollection(backend().api, { name: 'closed', fields: [field('title', 'text')] });
  start();
  await loaded();
  const open = openCard.$load.get();
  const names = open.state === 'ready' ? open.value.map(({ collection }) => collection.name) : [];
  expect([names.includes('users'), names.includes('closed')]).toEqual([true, false]);
  await backend().api.delete(`/api/collections/${closed.id}`);
});

test('another time zone loads all again, until the page is left', async () => {
  const stopCards = cards.map((card) => card.start());
  const stopHome = startHome();
  await loaded();
  const { sent } = watchRequests();
  $zone.set(zoneOf('Asia/Kathmandu'));
  await loaded();
  expect(sent.splice(0)).toContain('GET /api/settings');
  stopHome();
  $zone.set(undefined);
  expect([$isLoadingHome.get(), sent]).toEqual([false, []]);
  for (const stopCard of stopCards) stopCard();
});

test('a tab that was hidden for a while loads all again when it is shown', async () => {
  start();
  await loaded();
  const { sent } = watchRequests();
  const turn = (minutes: number) => {
    setHidden(true);
    vi.setSystemTime(Date.now() + minutes * 60_000);
    setHidden(false);
  };
  vi.useFakeTimers({ toFake: ['Date'] });
  turn(4);
  expect([$isLoadingHome.get(), sent]).toEqual([false, []]);
  turn(2);
  await loaded();
  expect(sent.splice(0)).toContain('GET /api/settings');
  turn(4);
  expect([$isLoadingHome.get(), sent]).toEqual([false, []]);
  vi.useRealTimers();
});

test('one that fails says so itself, leaves the others and is loaded again', async () => {
  const recover = rejectRequests(({ path }) => path === '/api/settings', 'Broken.', 500);
  start();
  await loaded();
  expect(checksCard.$load.get()).toMatchObject({ state: 'failed', error: { message: 'Broken.' } });
  expect(openCard.$load.get().state).toBe('ready');
  expect(toasts()).toEqual([]);
  recover();
  await checksCard.load();
  expect(checksCard.$load.get().state).toBe('ready');
});

test('a refresh loads all again, and its failure keeps what is shown', async () => {
  start();
  await loaded();
  rejectRequests(({ path }) => path === '/api/collections', 'Broken.', 500);
  refreshHome();
  await loaded();
  expect(openCard.$load.get().state).toBe('ready');
  expect(toasts()).toContain('Broken.');
});

test('leaving the page aborts the requests and forgets the data', async () => {
  const { arrived, release } = holdRequests(({ path }) => path === '/api/collections');
  const fetched = vi.spyOn(globalThis, 'fetch');
  start();
  await arrived;
  stop();
  // Also what several cards have requested together.
  expect(fetched.mock.calls.map(([, init]) => init?.signal?.aborted)).not.toContain(false);
  fetched.mockRestore();
  release();
  await loaded();
  expect(cards.map(({ $load }) => $load.get().state)).toEqual(cards.map(() => 'busy'));
  expect(toasts()).toEqual([]);
  const { sent } = watchRequests();
  refreshHome();
  expect([$isLoadingHome.get(), sent]).toEqual([false, []]);
});

test('a collection that refuses to list its records, as a hook may, is named and hides no other', async () => {
  const { api } = backend();
  const refusing = await createCollection(api, { name: 'refusing', fields: [field('title', 'text')] });
  const stopRefusing = rejectRequests(({ path }) => path.includes(`/${refusing.id}/`), 'Not now.', 403);
  start();
  await loaded();
  const load = newestCard.$load.get();
  const value = load.state === 'ready' ? load.value : undefined;
  expect(value?.newest.map(({ collection: { name } }) => name)).toContain('users');
  expect(value).toMatchObject({ refused: ['refusing'] });
  // Each of them, so that there is nothing to show.
  stopRefusing();
  const stopAll = rejectRequests(({ path }) => path.endsWith('/records'), 'Broken.', 400);
  stop();
  start();
  await loaded();
  expect(newestCard.$load.get()).toMatchObject({ state: 'failed', error: { message: 'Broken.' } });
  stopAll();
  await api.delete(`/api/collections/${refusing.id}`);
});
