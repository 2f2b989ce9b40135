import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { countRecords } from '#api/records/list.ts';
import { backends } from '#browser/backends.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import { completeCollection } from '#scripts/lib/schema.ts';
import { $question } from '#stores/app/confirm.ts';
import { $session } from '#stores/app/session.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { $collectionList, $collections } from '#stores/collections/list.ts';
import { $kept, promote } from '#stores/promote/apply.ts';
import { $promoteIsCounted, $promoteLossCounts } from '#stores/promote/compare.ts';
import { $job, type JobTools, runJob, stopJob } from '#stores/promote/job.ts';
import { $sides, $signInTo, signInTo } from '#stores/promote/sides.ts';
import { readSurely } from '#stores/records/link.ts';
import { field } from '#tests/support/factories.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { answerRequests, rejectRequests, watchRequests } from '../network-fixture.ts';
import { SESSION } from '../offline-fixture.ts';
import { removeToasts } from '../toasts.ts';
import { until } from '../until.ts';
import { both, confirmed, found, outcome, select, startTwo } from './promote-fixture.ts';

vi.mock('#browser/save-file.ts', async () => ({
  saveJsonFile: (await import('./promote-fixture.ts')).saveJsonFile,
}));

startTwo();

let staging: NamedBackend;
let live: NamedBackend;
const TAGS = 'tags00000000000';

function tags(maxSelect: number, rule: string) {
  const options = { maxSelect, values: ['red', 'green'] };
  const schema = [{ ...field('tag', 'select', { options }), id: 'tag00000' }];
  return { ...completeCollection({ id: TAGS, name: 'tags', type: 'base', schema }), listRule: rule };
}

/** The target allows several values, of which the source keeps one. */
beforeAll(async () => {
  const [one, other] = backends();
  if (!one || !other) throw new Error('No list of backends.');
  [staging, live] = [one, other];
  const [from, to] = both();
  const importInto = (index: 0 | 1, collection: object) =>
    both()[index].api.request('PUT', '/api/collections/import', {
      ...{ collections: [collection], deleteMissing: false },
    });
  await importInto(0, tags(1, 'tag = "red"'));
  await importInto(1, tags(2, ''));
  const path = `/api/collections/${TAGS}/records`;
  await from.api.post(path, { tag: 'red' });
  for (const tag of [['red', 'green'], ['green', 'red'], ['red']]) await to.api.post(path, { tag });
});
beforeEach(removeToasts);

const messages = () => $toasts.get().map(({ type, message }) => [type, message]);
const count = ({ link }: JobTools) => readSurely(() => countRecords(TAGS, '', link), link);

test('one job runs at a time', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = runJob('promote', live, (tools) => {
    tools.step('Working…', 2);
    tools.countOne();
    return promise;
  });
  const job = $job.get();
  expect(job).toEqual({
    ...{ what: 'promote', state: 'busy', text: 'Working…', done: 1, total: 2, isWaiting: false, left: [] },
  });
  let hasRun = false;
  const second = runJob('undo', live, async () => {
    hasRun = true;
    return 'Twice.';
  });
  expect([await second, hasRun, $job.get()]).toEqual([false, false, job]);
  resolve('Done.');
  expect(await first).toBe(true);
  expect($job.get()).toEqual({ ...job, state: 'ended', text: 'Done.' });
});

test('a job that waits for its backend says so, and ends when it is stopped', async () => {
  answerRequests(
    ({ path }) => path === '/api/health' || path.includes(TAGS),
    () => Response.error(),
  );
  const running = runJob('promote', live, async (tools) => `${await count(tools)} records.`);
  await until($job, (job) => job?.isWaiting === true);
  stopJob();
  expect(await running).toBe(false);
  expect($job.get()).toMatchObject({ state: 'ended', text: 'Stopped.', isWaiting: false });
  expect(messages()).toEqual([]);
});

test('a job whose response is lost goes on as soon as its backend can be reached', async () => {
  let lost = 0;
  answerRequests(
    ({ path }) => path.includes(TAGS) && ++lost === 1,
    () => Response.error(),
  );
  const waiting: (boolean | undefined)[] = [];
  onTestFinished($job.listen((job) => void waiting.push(job?.isWaiting)));
  const work = async (tools: JobTools) => {
    const text = `${await count(tools)} records.`;
    waiting.push(undefined);
    return text;
  };
  expect(await runJob('promote', live, work)).toBe(true);
  expect($job.get()?.text).toBe('3 records.');
  expect(waiting.slice(0, waiting.indexOf(undefined))).toEqual([false, true, false]);
});

test.each([
  ['its message', {}, 'Not today.', 'Not today.'],
  [
    'what is wrong with its fields',
    { tag: { code: 'invalid', message: 'Red.' }, id: { code: 'invalid', message: 'Taken.' } },
    'tag: Red. id: Taken.',
    'Not today. tag: Red. id: Taken.',
  ],
])('a refusal ends a job with %s', async (_what, data, text, message) => {
  rejectRequests(({ path }) => path.includes(TAGS), 'Not today.', 400, data);
  expect(await runJob('promote', live, async (tools) => String(await count(tools)))).toBe(false);
  expect([$job.get()?.text, messages()]).toEqual([text, [['error', `Live: ${message}`]]]);
});

test('only a job on the backend of the tab loads its collections again, here and in other tabs', async () => {
  $session.set(SESSION);
  onTestFinished(() => $session.set(undefined));
  onTestFinished($collections.listen(() => undefined));
  await until($collections, ({ state }) => state === 'ready');
  const told: unknown[] = [];
  const channel = new BroadcastChannel('collections');
  channel.onmessage = ({ data }) => told.push(data);
  onTestFinished(() => channel.close());
  const { sent } = watchRequests();
  const before = $collectionList.get();
  await runJob('promote', live, async () => 'There.');
  expect(sent).toEqual([]);
  await runJob('promote', staging, async () => 'Here.');
  await until($collectionList, (list) => list !== before);
  await vi.waitFor(() => expect(told).toEqual(['reload']));
  expect(sent).toEqual(['GET /api/collections']);
});

test('the question has the records of the target that lose something', async () => {
  await found();
  onTestFinished($promoteLossCounts.listen(() => undefined));
  onTestFinished($promoteIsCounted.listen(() => undefined));
  select('tags: Field tag', 'tags: List/Search rule');
  await until($promoteIsCounted, Boolean);
  await vi.waitFor(() => expect([...$promoteLossCounts.get().values()]).toEqual([2]));
  const job = $job.get();
  const { sent } = watchRequests();
  const promoting = promote();
  const question = await until($question, (one) => one !== undefined);
  expect(question).toMatchObject({
    text: 'Do you really want to promote 2 differences to Live, which is a production backend?',
    loss: [
      'Do you really want to keep only the last value of each record in the following fields:',
      '- tags.tag (tag00000)',
      '',
      'Records with this data:',
      '- tags.tag: 2 records',
    ].join('\n'),
    typed: 'Live',
  });
  question?.answer(false);
  await promoting;
  expect([sent, $job.get()]).toEqual([[], job]);
});

test('a backend that is not for production asks for nothing to type', async () => {
  $sides.set({ from: live, to: staging });
  onTestFinished(() => $sides.set({ from: staging, to: live }));
  await found();
  select('tags: List/Search rule');
  const promoting = promote();
  const question = await until($question, (one) => one !== undefined);
  expect(question).toMatchObject({
    ...{ text: 'Do you really want to promote 1 difference to Staging?', loss: '', typed: undefined },
  });
  question?.answer(false);
  await promoting;
});

test('what was replaced is kept for the administrator who has promoted, not for the next one', async () => {
  const sessionOf = (id: string) => ({ ...SESSION, admin: { ...SESSION.admin, id } });
  onTestFinished(() => $session.set(undefined));
  $session.set(sessionOf('ann'));
  await found();
  select('tags: List/Search rule');
  await confirmed(promote());
  expect(outcome()).toEqual(['Promoted to Live: 1 collection.']);
  const kept = $kept.get();
  expect(kept?.collections.before).toMatchObject([{ id: TAGS, listRule: '' }]);
  for (const session of [undefined, sessionOf('ann')]) {
    $session.set(session);
    expect($kept.get()).toBe(kept);
  }
  $session.set(sessionOf('bob'));
  expect($kept.get()).toBeUndefined();
});

test('the end of the session ends a job at once, and asks for a sign-in', async () => {
  const stopRejecting = rejectRequests(({ path }) => path.includes(TAGS), 'Signed out.', 403);
  const running = runJob('promote', live, async (tools) => String(await count(tools)));
  expect(await running).toBe(false);
  stopRejecting();
  expect([$job.get()?.text, $signInTo.get(), messages()]).toEqual(['Signed out.', live, []]);
  await signInTo(live, ADMIN_EMAIL, ADMIN_PASSWORD);
});
