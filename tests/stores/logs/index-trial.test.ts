import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Collection } from '#domain/collections/collection.ts';
import { schemaIndex } from '#domain/collections/schema-index.ts';
import type { PlannedIndex } from '#domain/logs/index-advice.ts';
import { groupLists, type ListGroup } from '#domain/logs/slow-lists.ts';
import { $question } from '#stores/app/confirm.ts';
import { $route, go } from '#stores/app/route.ts';
import { $collectionList, $collections } from '#stores/collections/list.ts';
import {
  $isTrying,
  $trials,
  CUT_OFF,
  dismissTrial,
  guardTrial,
  leaveSlowLists,
  nameCutOff,
  stopTrial,
  takeBack,
  tryIndexes,
} from '#stores/logs/index-trial.ts';
import { measuredParams } from '#stores/logs/measure-list.ts';
import { $logsPopup, openSlowLists } from '#stores/logs/popup.ts';
import { createCollection, createRecord, createUser, field } from '#tests/support/factories.ts';
import { holdRequests, loseResponses, rejectRequests } from '../network-fixture.ts';
import { answerQuestion } from '../records/record-fixture.ts';
import { backend, browser, openLogs, startLogsTests, toasts, until } from './logs-fixture.ts';

startLogsTests();

/** The durations that are measured, before and after. */
let measured: number[] = [];
vi.mock('#stores/logs/measure-list.ts', async (load) => ({
  ...(await load<object>()),
  measureWay: async () => 1,
  measureList: async () => measured.shift(),
}));

let posts: Collection;
let collections: readonly Collection[];
beforeAll(async () => {
  const { api } = backend();
  const users = await api.get<{ id: string }>('/api/collections/users');
  const options = { collectionId: users.id, cascadeDelete: false, maxSelect: 1 };
  const listRule = 'by = @request.auth.id && code != ""';
  const schema = [field('code'), field('by', 'relation', { options })];
  await createCollection(api, { name: 'posts', listRule, schema });
});
beforeEach(async () => {
  await openLogs();
  onTestFinished($collections.listen(() => {}));
  collections = await until($collectionList, (all) => all.some(({ name }) => name === 'posts'));
  posts = collections.find(({ name }) => name === 'posts') as Collection;
  measured = [100, 5];
});
afterEach(async () => {
  for (const key of Object.keys($trials.get())) dismissTrial(key);
  await backend().api.patch('/api/collections/posts', { indexes: [] });
});

const groupOf = (params: Readonly<Record<string, string>>, isByAdmin = true): ListGroup => {
  const request = { collection: 'posts', params, ms: 90, isByAdmin };
  return groupLists([request], schemaIndex(collections), collections)[0] as ListGroup;
};
const planOf = (...names: readonly string[]): PlannedIndex => ({
  collectionId: posts.id,
  collectionName: posts.name,
  columns: names.map((name) => ({ name, collate: '', sort: '' })),
});
const storedIndexes = async () =>
  (await backend().api.get<{ indexes: string[] }>('/api/collections/posts')).indexes;
const isPatch = ({ method, path }: { readonly method: string; readonly path: string }) =>
  method === 'PATCH' && path === `/api/collections/${posts.id}`;

async function tried(plan: readonly PlannedIndex[] = [planOf('code')]) {
  const group = groupOf({ filter: 'code="a"' });
  const trying = tryIndexes(group, plan);
  await answerQuestion(true);
  await trying;
  return { group, trial: () => $trials.get()[group.key] };
}
const left = (trial: ReturnType<typeof $trials.get>[string] | undefined) =>
  trial?.state === 'stopped' ? trial.left : [];
const text = (trial: ReturnType<typeof $trials.get>[string] | undefined) =>
  trial?.state === 'stopped' ? trial.text : trial?.state;

test('a faster list keeps its index, beside those that others have added meanwhile', async () => {
  const mine = 'CREATE INDEX `idx_by` ON `posts` (`by`)';
  await backend().api.patch('/api/collections/posts', { indexes: [mine] });
  const { trial } = await tried();
  expect(trial()).toMatchObject({ state: 'kept', times: { before: 100, after: 5, way: 1 } });
  expect(await storedIndexes()).toEqual([
    mine,
    expect.stringMatching(/^CREATE INDEX `idx_\w{7}` ON `posts` \(`code`\)$/),
  ]);
  await until($collectionList, (all) => all.some(({ indexes }) => indexes.length === 2));
});

test('without a yes nothing happens', async () => {
  const trying = tryIndexes(groupOf({}), [planOf('code')]);
  expect(await answerQuestion(false)).toBe(
    'Do you want to add an index on posts (code)? This changes the collection. While the server builds its indexes, nothing can be saved. An index that makes the list no faster is taken back.',
  );
  await trying;
  expect($trials.get()).toEqual({});
  expect(await storedIndexes()).toEqual([]);
});

test('an index that is not worth it is taken back, and no other', async () => {
  measured = [100, 81];
  const other = 'CREATE INDEX `idx_by` ON `posts` (`by`)';
  const { arrived, release } = holdRequests(isPatch, 'responses');
  const ending = tried([planOf('code'), planOf('by', 'code')]);
  await arrived;
  const own = await storedIndexes();
  await backend().api.patch('/api/collections/posts', { indexes: [...own, other] });
  release();
  const { trial } = await ending;
  expect(trial()).toEqual({ state: 'useless', times: { before: 100, after: 81, way: 1 } });
  expect(await storedIndexes()).toEqual([other]);
});

test('a refused index says why, and what was added before can be taken back', async () => {
  const { group, trial } = await tried([planOf('code'), planOf('nothing')]);
  expect(text(trial())).toMatch(
    /idx_\w{7} on posts \(code\) was added and is still there, but was not measured to the end\.$/,
  );
  expect(await storedIndexes()).toHaveLength(1);
  await takeBack(group.key, left(trial()));
  expect(trial()).toEqual({ state: 'stopped', text: 'Taken back.', left: [] });
  expect(await storedIndexes()).toEqual([]);
});

test('a failed measurement changes nothing', async () => {
  rejectRequests(isPatch, 'Not now.');
  const { trial } = await tried();
  expect(trial()).toEqual({ state: 'stopped', text: 'Not now. No index was added.', left: [] });
  expect($isTrying.get()).toBe(false);
  expect(toasts()).toEqual([]);
});

test('after a lost response, the index may be there and can be taken back', async () => {
  const restore = loseResponses(isPatch);
  openSlowLists();
  const { group, trial } = await tried();
  expect(text(trial())).toMatch(
    /The request to add idx_\w{7} on posts \(code\) had been sent: it may be there/,
  );
  expect(await storedIndexes()).toHaveLength(1);
  // The response of this request is lost as well.
  await takeBack(group.key, left(trial()));
  expect(text(trial())).toMatch(/may still be there\.$/);
  restore();
  await takeBack(group.key, left(trial()));
  expect(text(trial())).toMatch(/is not there\. If the server is still building it/);
  expect(await storedIndexes()).toEqual([]);
});

test('an index of a trial that was cut off is named when the panel opens next, until it is kept or taken back', async () => {
  const restore = rejectRequests(({ method }) => method === 'PATCH', 'Gone.', 502);
  const { group, trial } = await tried();
  const [index] = left(trial());
  restore();
  // As after a reload.
  $trials.set({});
  nameCutOff();
  expect(left($trials.get()[CUT_OFF])).toEqual([index]);
  expect(text($trials.get()[CUT_OFF])).toContain(`${index?.name} on posts (code) is or may be there.`);
  await takeBack(CUT_OFF, left($trials.get()[CUT_OFF]));
  expect(text($trials.get()[CUT_OFF])).toContain('is not there.');
  dismissTrial(CUT_OFF);
  nameCutOff();
  expect($trials.get()).toEqual({});
  expect(localStorage.getItem('atollTriedIndexes')).toBeNull();
  expect(group.key).not.toBe(CUT_OFF);
});

test('nothing is remembered of an index that is kept, taken back or refused', async () => {
  for (const [after, plan] of [
    [5, planOf('code')],
    [99, planOf('code')],
    [5, planOf('nothing')],
  ] as const) {
    measured = [100, after];
    await tried([plan]);
    expect(localStorage.getItem('atollTriedIndexes')).toBeNull();
  }
});

test('leaving asks; what is stopped says what it leaves, also when the panel is closed', async () => {
  onTestFinished(guardTrial());
  openSlowLists();
  const { arrived, release } = holdRequests(isPatch);
  const ending = tried();
  await arrived;
  location.hash = '#/settings';
  browser.dispatch('hashchange');
  expect(await answerQuestion(false)).toContain('An index is being tried.');
  const leaving = leaveSlowLists();
  expect(await answerQuestion(true)).toContain('An index is being tried.');
  await leaving;
  expect($logsPopup.get()).toBeUndefined();
  stopTrial();
  const { trial } = await ending;
  expect(text(trial())).toMatch(/^Stopped\. The request to add idx_\w{7}/);
  expect(toasts()).toEqual([text(trial())]);
  release();
});

test('a panel that is closed asks nothing', async () => {
  guardTrial()();
  const { arrived, release } = holdRequests(isPatch);
  const ending = tried();
  await arrived;
  go('collections');
  expect([$question.get(), $route.get()?.name]).toEqual([undefined, 'collections']);
  release();
  await ending;
});

test('only one is tried at a time', async () => {
  const { arrived, release } = holdRequests(isPatch);
  const ending = tried();
  await arrived;
  await tryIndexes(groupOf({ filter: 'by="x"' }), [planOf('by')]);
  release();
  await ending;
  expect(await storedIndexes()).toHaveLength(1);
});

test('a user’s list is measured with the list rule, for a user who has records', async () => {
  const user = await createUser(backend().api, 'users');
  const guests = groupOf({ filter: 'code="a"', sort: 'code' }, false);
  const expected = { filter: 'code = "a" && by = "nobody"', sort: 'code' };
  expect(await measuredParams(guests, {})).toEqual(expected);
  await createRecord(backend().api, 'posts', { code: 'a', by: user.id });
  const filter = `code = "a" && by = "${user.id}"`;
  expect(await measuredParams(guests, {})).toEqual({ ...expected, filter });
  expect(await measuredParams(groupOf({ filter: 'code="a"' }), {})).toEqual({ filter: 'code="a"' });
  expect(await measuredParams(groupOf({ perPage: '5' }), {})).toEqual({ perPage: '5' });
});
