import { afterEach, expect, test } from 'vitest';
import { $question } from '#stores/app/confirm.ts';
import { setSort } from '#stores/app/list-address.ts';
import { go } from '#stores/app/route.ts';
import { signIn } from '#stores/app/session.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { abandonBulk } from '#stores/records/bulk/run.ts';
import { $bulk, dismissBulk } from '#stores/records/bulk/state.ts';
import { deleteSelected } from '#stores/records/bulk-delete.ts';
import { $journal } from '#stores/records/journal.ts';
import { $selectedRecords, $total, selectRecords } from '#stores/records/list.ts';
import { undo } from '#stores/records/undo/run.ts';
import { createAdmin, PASSWORD } from '#tests/support/accounts.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { holdRequests, loseResponses, rejectRequests } from '../network-fixture.ts';
import { ids, showRecords, startRecordsPage } from './list-fixture.ts';
import { answerQuestion, backend, toasts, until } from './record-fixture.ts';

const MESSAGE = 'The backend says no.';
const QUESTION = 'Do you really want to delete the selected';

startRecordsPage();
afterEach(dismissBulk);

test('[RL-15] the question and the toast use the singular for one record and the plural for two', async () => {
  const { created } = await showRecords(3);
  selectRecords(ids().slice(0, 1));
  const one = deleteSelected();
  expect(await answerQuestion(true)).toBe(`${QUESTION} record?`);
  await one;
  expect(toasts()).toEqual(['Successfully deleted the selected record.']);
  expect($toasts.get()[0]?.type).toBe('success');
  selectRecords(ids());
  const both = deleteSelected();
  expect(await answerQuestion(true)).toBe(`${QUESTION} records?`);
  await both;
  expect(toasts()).toContain('Successfully deleted the selected records.');
  expect($bulk.get()).toEqual({ state: 'idle' });
  expect(backend().sql(`select id from ${created.name}`)).toEqual([]);
});

test('[RL-15] declining deletes nothing and keeps the selection', async () => {
  const { created } = await showRecords(2);
  selectRecords(ids());
  const deleting = deleteSelected();
  await answerQuestion(false);
  await deleting;
  expect($bulk.get()).toEqual({ state: 'idle' });
  expect([...$selectedRecords.get()]).toEqual(ids());
  expect(backend().sql(`select id from ${created.name}`)).toHaveLength(2);
  expect(toasts()).toEqual([]);
});

test('[RL-15] changing the list answers the question with no', async () => {
  const { created } = await showRecords(2);
  selectRecords(ids());
  const deleting = deleteSelected();
  await until($question, (question) => question !== undefined);
  setSort('-title');
  await deleting;
  expect($question.get()).toBeUndefined();
  expect(backend().sql(`select id from ${created.name}`)).toHaveLength(2);
});

test('asks nothing without a selection or on another screen', async () => {
  await showRecords(1);
  await deleteSelected();
  expect($question.get()).toBeUndefined();
  selectRecords(ids());
  go('logs');
  await deleteSelected();
  expect($question.get()).toBeUndefined();
  expect($bulk.get()).toEqual({ state: 'idle' });
});

test('[RL-15] a record that was deleted elsewhere counts as deleted', async () => {
  const { path } = await showRecords(2);
  selectRecords(ids());
  await backend().api.delete(`${path}/${ids()[0]}`);
  const deleting = deleteSelected();
  await answerQuestion(true);
  await deleting;
  expect(toasts()).toEqual(['Successfully deleted the selected records.']);
  await until($total, (total) => total === 0);
});

test('[RL-15] reports its progress and starts only once', async () => {
  const { created } = await showRecords(3);
  selectRecords(ids());
  const { arrived, release } = holdRequests(({ method }) => method === 'DELETE');
  const deleting = deleteSelected();
  await answerQuestion(true);
  await arrived;
  expect($bulk.get()).toMatchObject({ state: 'busy', done: 0, total: 3, from: { id: created.id } });
  await deleteSelected();
  expect($question.get()).toBeUndefined();
  dismissBulk();
  expect($bulk.get().state).toBe('busy');
  release();
  await deleting;
  expect($bulk.get()).toEqual({ state: 'idle' });
});

test('[RL-15] [ER-12] one toast reports many failures, with each reason once', async () => {
  await showRecords(3);
  selectRecords(ids());
  rejectRequests(({ method }) => method === 'DELETE', MESSAGE);
  const deleting = deleteSelected();
  await answerQuestion(true);
  await deleting;
  expect($toasts.get().map(({ type, message }) => [type, message])).toEqual([
    ['error', `Deleted 0 of 3 records, 3 were refused. ${MESSAGE}`],
  ]);
  expect($bulk.get()).toMatchObject({ state: 'failed', counts: { done: 0, refused: 3 } });
  expect([...$selectedRecords.get()]).toEqual(ids());
  dismissBulk();
  expect($bulk.get()).toEqual({ state: 'idle' });
});

test.each([
  ['requests', 1],
  ['responses', 1],
  ['responses', 0],
] as const)(
  '[RL-15] a deletion whose %s never arrive, except %i, can be stopped; what is left can be deleted again',
  async (what, done) => {
    const { created } = await showRecords(4);
    const stored = () => backend().sql(`select id from ${created.name}`).length;
    const answered = ids().slice(0, done);
    const others = ids().slice(done);
    selectRecords(ids());
    const held = holdRequests(
      ({ method, path }) => method === 'DELETE' && !answered.some((id) => path.endsWith(id)),
      what,
    );
    const deleting = deleteSelected();
    await answerQuestion(true);
    await until($bulk, (bulk) => bulk.state === 'busy' && bulk.done === done);
    await expect.poll(stored).toBe(what === 'requests' ? others.length : 0);
    abandonBulk();
    await deleting;
    expect($toasts.get().map(({ type, message }) => [type, message])).toEqual([
      ['warning', `Stopped waiting. Deleted ${done} of 4 records, others may still have been deleted.`],
    ]);
    expect($bulk.get()).toEqual({ state: 'idle' });
    held.release();
    // The list shows what is stored.
    const left = what === 'requests' ? others : [];
    expect(ids()).toEqual(left);
    expect([...$selectedRecords.get()]).toEqual(left);
    if (left.length) {
      const again = deleteSelected();
      await answerQuestion(true);
      await again;
      expect(toasts()).toContain('Successfully deleted the selected records.');
    }
    expect(stored()).toBe(0);
    await until($total, (total) => total === 0);
  },
);

test.each([
  ['counts', 200, 'Stopped. Deleted 4 records.'],
  ['is undone where nothing can be read', 503, 'Stopped. Deleted 3 of 4 records.'],
] as const)('a deletion whose response was lost %s', async (_what, status, message) => {
  const { created } = await showRecords(4);
  const stored = () => backend().sql(`select id from ${created.name} order by id`);
  const before = stored();
  selectRecords(ids());
  let isLost = false;
  if (status !== 200) rejectRequests(({ method }) => isLost && method === 'GET', 'No.', status);
  const find = loseResponses(({ method, path }) => {
    const isLosing = method === 'DELETE' && path.endsWith(ids()[1] ?? '?');
    isLost ||= isLosing;
    return isLosing;
  });
  const deleting = deleteSelected();
  await answerQuestion(true);
  await deleting;
  find();
  isLost = false;
  expect(stored()).toEqual([]);
  expect(toasts()).toContain(message);
  await undo($journal.get()[0]?.id ?? 0);
  expect(stored()).toEqual(before);
});

test('stops when another admin signs in, who has not confirmed it', async () => {
  const other = await createAdmin(backend());
  const { created } = await showRecords(10);
  selectRecords(ids());
  const { arrived, release } = holdRequests(({ method }) => method === 'DELETE');
  const deleting = deleteSelected();
  await answerQuestion(true);
  await arrived;
  await signIn(other.email, PASSWORD);
  release();
  await deleting;
  expect(backend().sql(`select id from ${created.name}`)).toHaveLength(2);
  expect(toasts()).toEqual(['2 of 10 records were not deleted, because another admin has signed in.']);
  expect($bulk.get()).toEqual({ state: 'idle' });
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
});
