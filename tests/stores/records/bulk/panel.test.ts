import { expect, onTestFinished, test } from 'vitest';
import { $question } from '#stores/app/confirm.ts';
import { $path, go } from '#stores/app/route.ts';
import { signIn } from '#stores/app/session.ts';
import { type ChangeStep, createFieldChanges } from '#stores/records/bulk/change.ts';
import { sendVerificationMails } from '#stores/records/bulk/mails.ts';
import { abandonBulk } from '#stores/records/bulk/run.ts';
import { $bulk, type Bulk } from '#stores/records/bulk/state.ts';
import { deleteSelected } from '#stores/records/bulk-delete.ts';
import { selectRecords, toggleRecord } from '#stores/records/list.ts';
import { $selection } from '#stores/records/selection.ts';
import { holdRequests, rejectRequests, watchRequests } from '#tests/stores/network-fixture.ts';
import { createAdmin, PASSWORD } from '#tests/support/accounts.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { ids, rows, startRecordsPage } from '../list-fixture.ts';
import { answerQuestion, backend, browser, toasts, toCollection, until } from '../record-fixture.ts';
import {
  changeSelected,
  createPosts,
  openChanges,
  openPosts,
  type Posts,
  selectAll,
  selected,
  selectLoaded,
  storedPosts,
} from './bulk-fixture.ts';

startRecordsPage();

const CLOSE = 'You have unsaved changes. Do you really want to close the panel?';

/** Opens records and selects them. */
async function showSelected(count: number): Promise<Posts> {
  const posts = await createPosts(count);
  await openPosts(posts);
  selectLoaded();
  return posts;
}

/** Whoever opens the panel later finds no changes of this test. */
const forget = (changes: ReturnType<typeof openChanges>) => {
  for (const { field } of changes.$changes.get()) changes.remove(field.name);
};

test('a field is chosen once, and offered again when it was removed', async () => {
  await showSelected(1);
  const changes = openChanges({});
  const offered = () => changes.$choosable.get().map(({ name }) => name);
  expect(offered()).toEqual(['title', 'price', 'status', 'tags', 'meta', 'active']);
  changes.choose('price');
  changes.setValue('price', '3');
  changes.choose('price');
  changes.choose('unknown');
  expect(changes.$changes.get()).toMatchObject([{ field: { name: 'price' }, how: 'set', value: '3' }]);
  expect(offered()).toEqual(['title', 'status', 'tags', 'meta', 'active']);
  changes.choose('title');
  changes.remove('price');
  expect(changes.$changes.get()).toMatchObject([{ field: { name: 'title' } }]);
  expect(offered()).toEqual(['price', 'status', 'tags', 'meta', 'active']);
  forget(changes);
});

test('nothing is read without a change, with a problem of the screen, or twice at once', async () => {
  const posts = await showSelected(1);
  const changes = openChanges({});
  const { sent, stop } = watchRequests();
  expect(await changes.review()).toBe(false);
  await changes.start();
  expect(changes.$step.get()).toEqual({ state: 'edit' });
  expect(sent).toEqual([]);
  changes.choose('title');
  changes.setValue('title', 'x');
  const problem = { code: 'screen', message: 'Not readable.' };
  expect(await changes.review({ meta: problem })).toBe(false);
  expect(changes.$errors.get()).toEqual({ meta: 'Not readable.' });
  const steps: ChangeStep['state'][] = [];
  const stopSteps = changes.$step.listen(({ state }) => steps.push(state));
  const path = `/api/collections/${posts.collection.id}/records`;
  const before = sent.filter((request) => request === `GET ${path}`).length;
  const reviewing = changes.review();
  expect(changes.$step.get()).toEqual({ state: 'reading', done: 0 });
  expect(await changes.review()).toBe(false);
  expect(await reviewing).toBe(true);
  stop();
  stopSteps();
  expect(changes.$errors.get()).toEqual({});
  expect(steps).toEqual(['reading', 'reading', 'review']);
  expect(sent.filter((request) => request === `GET ${path}`)).toHaveLength(before + 1);
  expect(changes.$step.get()).toMatchObject({
    ...{ prepared: { collection: { id: posts.collection.id }, selection: { by: 'ids', count: 1 } } },
    sample: [{ record: { id: posts.ids[0], title: 'row 0' } }],
  });
  forget(changes);
});

test('a review counts what it finds; Back stops it without a message', async () => {
  const posts = await createPosts(130);
  await openPosts(posts, 'price<120', 120);
  selectAll();
  const changes = openChanges({ title: ['set', 'x'] });
  const path = `/api/collections/${posts.collection.id}/records`;
  const found: number[] = [];
  const stop = changes.$step.listen((step) => {
    if (step.state === 'reading') found.push(step.done);
  });
  expect(await changes.review()).toBe(true);
  stop();
  expect(found).toEqual([0, 0, 50, 120]);
  changes.back();
  expect(changes.$step.get()).toEqual({ state: 'edit' });
  const held = holdRequests((request) => request.path === path);
  const reviewing = changes.review();
  await held.arrived;
  changes.back();
  expect(await reviewing).toBe(false);
  held.release();
  expect(changes.$step.get()).toEqual({ state: 'edit' });
  expect(toasts()).toEqual([]);
  const restore = rejectRequests((request) => request.path === path, 'No reading.', 400);
  expect(await changes.review()).toBe(false);
  restore();
  expect(changes.$step.get()).toEqual({ state: 'edit' });
  expect(toasts()).toEqual(['No reading.']);
  forget(changes);
});

test('a message goes when its field is edited; the others stay', async () => {
  await showSelected(1);
  const changes = openChanges({ price: ['add'], tags: ['add'] });
  expect(await changes.review()).toBe(false);
  expect(changes.$errors.get()).toEqual({ price: 'Enter a number.', tags: 'Choose at least one value.' });
  changes.setValue('price', '1');
  expect(changes.$errors.get()).toEqual({ tags: 'Choose at least one value.' });
  forget(changes);
});

test('leaving the screen asks while something is chosen, and forgets it after a yes', async () => {
  const posts = await showSelected(1);
  const changes = openChanges({});
  const stop = changes.open();
  onTestFinished(stop);
  expect(browser.asksOnUnload()).toBe(false);
  changes.choose('title');
  expect(browser.asksOnUnload()).toBe(true);
  go('logs');
  expect(await answerQuestion(false)).toBe(CLOSE);
  expect([$path.get(), changes.$changes.get().length]).toEqual(['/collections', 1]);
  const closing = changes.mayClose();
  expect($question.get()).toMatchObject({ text: CLOSE, loss: '' });
  await answerQuestion(false);
  expect(await closing).toBe(false);
  go('logs');
  await answerQuestion(true);
  await until($path, (path) => path === '/logs');
  expect(changes.$changes.get()).toEqual([]);
  expect(browser.asksOnUnload()).toBe(false);
  expect(await changes.mayClose()).toBe(true);
  stop();
  await openPosts(posts);
  selectRecords(ids());
  expect(openChanges({}).$changes.get()).toEqual([]);
});

test('what was chosen is offered again only to whoever chose it, and in its collection', async () => {
  const other = await createAdmin(backend());
  const { collection } = await showSelected(1);
  const changes = openChanges({ title: ['set', 'typed'] });
  const chosen = (id = collection.id) =>
    createFieldChanges({ ...toCollection(collection), id }, $selection.get()).$changes.get().length;
  expect([chosen(), chosen('another')]).toEqual([1, 0]);
  await signIn(other.email, PASSWORD);
  expect([chosen(), chosen('another')]).toEqual([0, 0]);
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  expect(chosen()).toBe(1);
  forget(changes);
  expect(chosen()).toBe(0);
});

test('a panel that closes stops its search', async () => {
  const posts = await showSelected(1);
  const changes = openChanges({ title: ['set', 'x'] });
  const stop = changes.open();
  const held = holdRequests(({ path }) => path === `/api/collections/${posts.collection.id}/records`);
  const reviewing = changes.review();
  await held.arrived;
  stop();
  expect(await reviewing).toBe(false);
  held.release();
  expect(toasts()).toEqual([]);
  forget(changes);
});

test('while records are changed, the page asks before it closes, and nothing else begins', async () => {
  const posts = await showSelected(3);
  const states: Bulk[] = [];
  const stopStates = $bulk.listen((state) => states.push(state));
  const held = holdRequests(({ method }) => method === 'PATCH');
  const changing = changeSelected({ status: ['set', 'done'] });
  await held.arrived;
  expect(browser.asksOnUnload()).toBe(true);
  const { sent, stop } = watchRequests();
  await deleteSelected();
  await sendVerificationMails();
  stop();
  expect(sent.filter((request) => !request.startsWith('PATCH'))).toEqual([]);
  expect($question.get()).toBeUndefined();
  held.release();
  await changing;
  stopStates();
  expect(browser.asksOnUnload()).toBe(false);
  const busy = { state: 'busy', action: 'change', total: 3, isStopping: false };
  expect(states[0]).toMatchObject({ ...busy, from: { id: posts.collection.id }, done: 0 });
  expect(states.at(-2)).toMatchObject({ ...busy, done: 3 });
  expect(states.at(-1)).toEqual({ state: 'idle' });
  // The list shows the change.
  expect(rows().map(({ status }) => status)).toEqual(['done', 'done', 'done']);
  expect(toasts()).toEqual(['Changed 3 records.']);
});

test('a selection that changes while a question is open counts as a no', async () => {
  const posts = await showSelected(3);
  const deleting = deleteSelected();
  const question = await until($question, (shown) => shown !== undefined);
  selectRecords(ids().slice(0, 1));
  await deleting;
  expect($question.get()).not.toBe(question);
  expect((await storedPosts(posts)).size).toBe(3);
  // All that match are the same as long as their list is.
  const many = await createPosts(45);
  await openPosts(many);
  selectAll();
  const deletingAll = deleteSelected();
  await until($question, (shown) => shown !== undefined);
  toggleRecord(ids()[0] ?? '');
  await deletingAll;
  expect($question.get()).toBeUndefined();
  expect((await storedPosts(many)).size).toBe(45);
});

test('refused records are hidden from another administrator, but not from the same one', async () => {
  const other = await createAdmin(backend());
  await showSelected(2);
  const restore = rejectRequests(({ method }) => method === 'PATCH', 'No.', 400, {
    title: { message: 'Bad.' },
  });
  const changes = openChanges({ status: ['set', 'done'] });
  expect(await changes.review()).toBe(true);
  await changes.start();
  restore();
  expect($bulk.get()).toMatchObject({
    state: 'failed',
    refused: ['row 0', 'row 1'].map((label) => ({ label, message: 'title: Bad.' })),
  });
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  expect($bulk.get().state).toBe('failed');
  await signIn(other.email, PASSWORD);
  expect($bulk.get()).toEqual({ state: 'idle' });
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  forget(changes);
});

test('a delete without a response is no refusal: the list is loaded again, and what is left stays selected', async () => {
  const posts = await showSelected(3);
  const held = holdRequests(({ method, params }) => method === 'DELETE' && !('elsewhere' in params));
  const deleting = deleteSelected();
  await answerQuestion(true);
  await held.arrived;
  await backend().api.delete(`/api/collections/${posts.collection.id}/records/${posts.ids[0]}?elsewhere=1`);
  abandonBulk();
  await deleting;
  held.release();
  expect(toasts()).toEqual(['Stopped waiting. Deleted 0 of 3 records, others may still have been deleted.']);
  expect($bulk.get()).toEqual({ state: 'idle' });
  expect(ids()).toEqual(posts.ids.slice(1));
  expect(selected().toSorted()).toEqual(posts.ids.slice(1).toSorted());
  expect($selection.get().by).toBe('ids');
});
