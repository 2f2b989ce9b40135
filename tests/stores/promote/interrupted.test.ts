import { afterEach, expect, test, vi } from 'vitest';
import { completeCollection } from '#scripts/lib/schema.ts';
import { go } from '#stores/app/route.ts';
import { $kept, promote } from '#stores/promote/apply.ts';
import { $compared } from '#stores/promote/compare.ts';
import { $job, stopJob } from '#stores/promote/job.ts';
import { $promoteWith, openPromote } from '#stores/promote/open.ts';
import { leavePromote, startPromote, swapSides } from '#stores/promote/panel.ts';
import {
  $comparable,
  $recordComparisons,
  compareRecords,
  forgetRecords,
  selectRecords,
} from '#stores/promote/records.ts';
import { $sides, $signInTo, signInTo } from '#stores/promote/sides.ts';
import { undoPromotion } from '#stores/promote/undo.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { field } from '#tests/support/factories.ts';
import { ADMIN_EMAIL } from '#tests/support/template.ts';
import { answerQuestion } from '../answer-question.ts';
import { until } from '../until.ts';
import { both, confirmed, found, keptNow, outcome, shown, startTwo } from './promote-fixture.ts';

vi.mock('#browser/save-file.ts', async () => ({
  saveJsonFile: (await import('./promote-fixture.ts')).saveJsonFile,
}));

startTwo();

const NOTES = 'notes0000000000';
const COUNT = 300;
const collection = completeCollection({
  id: NOTES,
  name: 'notes',
  type: 'base',
  schema: [field('title')],
});
const path = `/api/collections/${NOTES}/records`;
const titlesOf = (index: 0 | 1) =>
  both()
    [index].sql('SELECT title FROM notes ORDER BY title')
    .map(({ title }) => title);
const titles = Array.from({ length: COUNT }, (_, index) => `note ${String(index).padStart(3, '0')}`);

async function selectNotes(): Promise<void> {
  await found();
  const comparable = $comparable.get().find(({ target }) => target.id === NOTES);
  if (!comparable) throw new Error('The collection is not offered.');
  await compareRecords(comparable);
  selectRecords($recordComparisons.get().get(NOTES)?.records ?? [], true);
}

/** Promotes the notes; resolves when some were sent, with the promise of the end. */
async function begin(): Promise<{ ended: Promise<void> }> {
  await selectNotes();
  const ended = promote();
  await answerQuestion(true);
  await until($job, (job) => (job?.done ?? 0) >= 8);
  return { ended };
}

afterEach(forgetRecords);

test('a target that crashes in the middle gets every record once', async () => {
  const [from, to] = both();
  for (const { api } of [from, to])
    await api.request('PUT', '/api/collections/import', { collections: [collection], deleteMissing: false });
  for (const title of titles) await from.api.post(path, { title });

  const { ended } = await begin();
  await to.kill();
  await until($job, (job) => job?.isWaiting === true);
  await to.restart();
  await ended;
  expect(outcome()).toEqual([`Promoted to Live: ${COUNT} records.`]);
  expect(titlesOf(1)).toEqual(titles);

  await confirmed(undoPromotion(keptNow()));
  expect(titlesOf(1)).toEqual([]);
});

test('a promotion that is stopped says how many it sent, and the undo takes back those', async () => {
  const { ended } = await begin();
  stopJob();
  await ended;
  const sent = titlesOf(1).length;
  expect(sent).toBeLessThan(COUNT);
  expect($job.get()?.text).toBe(`Stopped. Promoted to Live: ${sent} records.`);
  await confirmed(undoPromotion(keptNow()));
  expect(titlesOf(1)).toEqual([]);
});

test('the other direction compares anew', async () => {
  const [from, to] = both();
  await from.api.request('PATCH', `/api/collections/${NOTES}`, { listRule: 'title = "staging"' });
  await to.api.request('PATCH', '/api/settings', { meta: { appName: 'Live only' } });
  expect((await found()).sort()).toEqual(['meta: appName', 'notes: List/Search rule']);
  swapSides();
  expect($sides.get()).toMatchObject({ from: { name: 'Live' }, to: { name: 'Staging' } });
  await until($compared, ({ state }) => state === 'ready');
  expect(shown().sort()).toEqual(['meta: appName', 'notes: List/Search rule']);

  swapSides();
  await until($compared, ({ state }) => state === 'ready');
  expect($sides.get()).toMatchObject({ from: { name: 'Staging' }, to: { name: 'Live' } });
});

test('who closes the panel while changes are sent is asked; its end stops them and forgets all', async () => {
  const sides = $sides.get();
  if (!sides) throw new Error('No sides.');
  const end = startPromote(sides.to);
  openPromote(sides.to);
  await until($compared, ({ state }) => state === 'ready');
  expect(browser.asksOnUnload()).toBe(false);
  await leavePromote();
  expect($promoteWith.get()).toBeUndefined();

  openPromote(sides.to);
  const { ended } = await begin();
  swapSides();
  expect($sides.get()).toEqual(sides);
  expect(browser.asksOnUnload()).toBe(true);
  go('logs');
  expect(await answerQuestion(false)).toBe('Changes are still being sent. Do you really want to stop?');
  const staying = leavePromote();
  expect(await answerQuestion(false)).toBe('Changes are still being sent. Do you really want to stop?');
  await staying;
  expect($promoteWith.get()).toBe(sides.to);
  const leaving = leavePromote();
  await answerQuestion(true);
  await leaving;
  expect($promoteWith.get()).toBeUndefined();
  end();
  await ended;
  const sent = titlesOf(1).length;
  expect(sent).toBeLessThan(COUNT);
  expect([$sides.get(), $recordComparisons.get().size]).toEqual([undefined, 0]);
  // What was sent is still told when the panel is opened again, until it is closed.
  expect($job.get()?.text).toBe(`Stopped. Promoted to Live: ${sent} records.`);

  const endAgain = startPromote(sides.to);
  await until($compared, ({ state }) => state === 'ready');
  await confirmed(undoPromotion(keptNow()));
  expect(titlesOf(1)).toEqual([]);
  endAgain();
  expect([$job.get(), $sides.get(), $compared.get()]).toEqual([undefined, undefined, { state: 'busy' }]);
  expect(browser.asksOnUnload()).toBe(false);
  $sides.set(sides);
});

test('a session that ends asks to sign in again; the rest is promoted then', async () => {
  const [, to] = both();
  const admin = to.sql('SELECT id FROM _admins')[0]?.['id'];
  const setPassword = (password: string) =>
    to.api.request('PATCH', `/api/admins/${admin}`, { password, passwordConfirm: password });
  await selectNotes();
  // A new password ends all sessions: the 20th record and those after it wait for it.
  const { fetch } = globalThis;
  let sentRecords = 0;
  let changing: Promise<unknown> | undefined;
  vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof fetch>) => {
    if (String(url).startsWith(`${to.url}${path}`) && init?.method === 'POST' && ++sentRecords >= 20) {
      changing ??= setPassword('another-password');
      await changing;
    }
    return fetch(url, init);
  });
  const ended = promote();
  await answerQuestion(true);
  await ended;
  vi.unstubAllGlobals();
  const live = $sides.get()?.to;
  expect($signInTo.get()).toEqual(live);
  const sent = titlesOf(1).length;
  expect(sent).toBe(19);
  expect($job.get()?.text).toBe('Only admins can perform this action.');
  expect($kept.get()?.records).toHaveLength(COUNT);

  if (!live) throw new Error('There is no target.');
  await signInTo(live, ADMIN_EMAIL, 'another-password');
  await selectNotes();
  const promoting = promote();
  await answerQuestion(true);
  await promoting;
  expect(outcome()).toEqual([`Promoted to Live: ${COUNT - sent} records.`]);
  expect(titlesOf(1)).toEqual(titles);
});
