import { afterEach, expect, test } from 'vitest';
import { backupsCard } from '#stores/home/backups.ts';
import { checksCard, openCard } from '#stores/home/basics.ts';
import { $isLoadingHome, refreshHome, startHome } from '#stores/home/cards.ts';
import { errorsCard } from '#stores/home/errors.ts';
import { newestCard } from '#stores/home/newest.ts';
import { createCollection, createRecord, field } from '#tests/support/factories.ts';
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
    schema: [field('title', 'text')],
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
  start();
  await arrived;
  stop();
  release();
  await loaded();
  expect(cards.map(({ $load }) => $load.get().state)).toEqual(cards.map(() => 'busy'));
  expect(toasts()).toEqual([]);
});
