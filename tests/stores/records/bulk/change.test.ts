import { expect, test } from 'vitest';
import { $question } from '#stores/app/confirm.ts';
import { go } from '#stores/app/route.ts';
import { signIn } from '#stores/app/session.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { loadCollections } from '#stores/collections/list.ts';
import { abandonBulk, stopBulk } from '#stores/records/bulk/run.ts';
import { $bulk } from '#stores/records/bulk/state.ts';
import { deleteSelected } from '#stores/records/bulk-delete.ts';
import { $journal } from '#stores/records/journal.ts';
import { $listedQuery, $selectedRecords, selectRecords } from '#stores/records/list.ts';
import { $selection } from '#stores/records/selection.ts';
import { undo } from '#stores/records/undo/run.ts';
import {
  failAfterwards,
  holdRequests,
  loseResponses,
  rejectRequests,
  watchRequests,
} from '#tests/stores/network-fixture.ts';
import { createAdmin, PASSWORD } from '#tests/support/accounts.ts';
import {
  createCollection,
  createRecord,
  field,
  textFile,
  uniqueName,
  updateCollection,
} from '#tests/support/factories.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { ids, loaded, startRecordsPage } from '../list-fixture.ts';
import { answerQuestion, backend, toasts, until } from '../record-fixture.ts';
import {
  changeSelected,
  createPosts,
  openChanges,
  openPosts,
  type Posts,
  selectAll,
  selected,
  storedPosts,
} from './bulk-fixture.ts';

startRecordsPage();

/** A request of the page, not of {@link update}. */
const isPatch = ({ method, params }: { method: string; params: Readonly<Record<string, string>> }) =>
  method === 'PATCH' && !('elsewhere' in params);
const toastList = () => $toasts.get().map(({ type, message }) => [type, message]);
const update = ({ collection }: Posts, index: number, posts: readonly string[], body: object) =>
  backend().api.patch(`/api/collections/${collection.id}/records/${posts[index]}?elsewhere=1`, body);

test('changes only the named field of all that match, also when they stop matching by that', async () => {
  const posts = await createPosts(130);
  await openPosts(posts, 'price<120&&status="new"', 120);
  const before = await storedPosts(posts);
  selectAll();
  const sent = watchRequests();
  await changeSelected({ status: ['set', 'done'] });
  sent.stop();
  expect(sent.requests.filter(isPatch)).toHaveLength(120);
  const after = await storedPosts(posts);
  for (const [index, id] of posts.ids.entries()) {
    const [old, now] = [before.get(id), after.get(id)];
    if (index >= 120) expect(now).toEqual(old);
    else expect(now).toEqual({ ...old, status: 'done', updated: now?.updated });
  }
  expect(toastList()).toEqual([['success', 'Changed 120 records.']]);
  expect(selected()).toEqual([]);
  expect($bulk.get()).toEqual({ state: 'idle' });
});

test('of more than a page of 500, all but 7 are changed in one field only, and those that are refused are named and selected', async () => {
  const posts = await createPosts(520);
  const isBad = (_id: string, index: number) => index % 74 === 73;
  const bad = posts.ids.filter(isBad);
  // The backend refuses every update of a record with a value that its field does not allow.
  backend().copyRow(
    posts.collection.name,
    posts.ids[0] ?? '',
    bad.map((id, at) => ({ id: `bad${id.slice(3)}`, title: `BAD ${at}`, price: 1 })),
  );
  for (const id of bad) await backend().api.delete(`/api/collections/${posts.collection.id}/records/${id}`);
  const refused = bad.map((id) => `bad${id.slice(3)}`);
  await openPosts(posts, 'price>=0', 520);
  const before = await storedPosts(posts);
  selectAll();
  await changeSelected({ status: ['set', 'done'] });
  const after = await storedPosts(posts);
  for (const [id, old] of before) {
    const now = after.get(id);
    if (refused.includes(id)) expect(now).toEqual(old);
    else expect(now).toEqual({ ...old, status: 'done', updated: now?.updated });
  }
  expect($bulk.get()).toMatchObject({ state: 'failed', counts: { total: 520, done: 513, refused: 7 } });
  const bulk = $bulk.get();
  expect(bulk.state === 'failed' && bulk.refused.map(({ label }) => label).toSorted()).toEqual(
    refused.map((_, at) => `BAD ${at}`),
  );
  expect(selected().toSorted()).toEqual(refused.toSorted());
});

test('does not send what a record has already, and counts it', async () => {
  const posts = await createPosts(4);
  const path = `/api/collections/${posts.collection.id}/records`;
  const { updated } = await backend().api.patch<{ updated: string }>(`${path}/${posts.ids[1]}`, {
    status: 'done',
  });
  await openPosts(posts);
  selectRecords(ids());
  await changeSelected({ status: ['set', 'done'], tags: ['add', ['a']] });
  expect((await storedPosts(posts)).get(posts.ids[1] ?? '')?.updated).toBe(updated);
  expect(toastList()).toEqual([['success', 'Changed 3 of 4 records. 1 had these values already.']]);
});

test.each([
  [{ price: ['add', '5'] }, { price: 7 }],
  [{ price: ['remove', '2.5'] }, { price: -0.5 }],
  [{ price: ['clear'] }, { price: 0 }],
  [{ tags: ['add', ['c', 'a']] }, { tags: ['a', 'b', 'c'] }],
  [{ tags: ['remove', ['a', 'd']] }, { tags: ['b'] }],
  [{ tags: ['clear'] }, { tags: [] }],
  [{ tags: ['set', ['d']] }, { tags: ['d'] }],
  [{ status: ['clear'] }, { status: '' }],
  [{ active: ['set', true] }, { active: true }],
  [{ meta: ['set', '{ "a": [1] }'] }, { meta: { a: [1] } }],
  [
    { title: ['set', 'x'], price: ['add', '1'], tags: ['add', ['d']] },
    { title: 'x', price: 3, tags: ['a', 'b', 'd'] },
  ],
])('%j makes %j', async (changes, expected) => {
  const posts = await createPosts(3);
  await openPosts(posts);
  selectRecords(posts.ids.slice(2));
  const before = await storedPosts(posts);
  await changeSelected(changes);
  const after = await storedPosts(posts);
  const id = posts.ids[2] ?? '';
  expect(after.get(id)).toEqual({ ...before.get(id), ...expected, updated: after.get(id)?.updated });
  expect(after.get(posts.ids[0] ?? '')).toEqual(before.get(posts.ids[0] ?? ''));
});

test('what is added is added to what somebody else stored meanwhile', async () => {
  const posts = await createPosts(1);
  await openPosts(posts);
  selectRecords(ids());
  const held = holdRequests(isPatch);
  const changing = changeSelected({ price: ['add', '5'], tags: ['remove', ['a']] });
  await held.arrived;
  await update(posts, 0, posts.ids, { price: 100, tags: ['a', 'd'] });
  held.release();
  await changing;
  expect((await storedPosts(posts)).get(posts.ids[0] ?? '')).toMatchObject({ price: 105, tags: ['d'] });
});

test('an undo keeps what somebody else stored right before the change', async () => {
  const posts = await createPosts(2);
  const [first = '', second = ''] = posts.ids;
  await openPosts(posts);
  selectRecords(ids());
  await update(posts, 0, posts.ids, { title: 'same' });
  const held = holdRequests(isPatch);
  const changing = changeSelected({
    title: ['set', 'same'],
    price: ['add', '5'],
    tags: ['add', ['c']],
    status: ['set', 'done'],
  });
  await held.arrived;
  await update(posts, 0, posts.ids, { title: 'theirs', price: 100, tags: ['a', 'd'] });
  held.release();
  await changing;
  expect((await storedPosts(posts)).get(first)).toMatchObject({ price: 105, tags: ['a', 'd', 'c'] });
  await undo($journal.get()[0]?.id ?? 0);
  const now = await storedPosts(posts);
  expect(now.get(first)).toMatchObject({ title: 'theirs', price: 100, tags: ['a', 'd'], status: 'new' });
  expect(now.get(second)).toMatchObject({ title: 'row 1', price: 1, tags: ['a', 'b'], status: 'new' });
});

test('an undo keeps the file that somebody else added while all were deleted', async () => {
  const { api } = backend();
  const collection = await createCollection(api, {
    name: uniqueName('files'),
    fields: [field('docs', 'file', { max: 3, maxSize: 1000 })],
  });
  const { id } = await createRecord(api, collection.id, { docs: [textFile('a.txt')] });
  const posts = { collection, ids: [String(id)] };
  await loadCollections();
  await openPosts(posts);
  selectRecords(ids());
  const held = holdRequests(isPatch);
  const changing = changeSelected({ docs: ['clear'] });
  await held.arrived;
  const added = new FormData();
  added.append('docs', textFile('theirs.txt'));
  await update(posts, 0, posts.ids, added);
  held.release();
  await changing;
  const theirs = [expect.stringMatching(/^theirs_/)];
  expect((await storedPosts(posts)).get(String(id))).toMatchObject({ docs: theirs });
  // Nobody can bring the deleted one back.
  await undo($journal.get()[0]?.id ?? 0);
  expect((await storedPosts(posts)).get(String(id))).toMatchObject({ docs: theirs });
});

test('records that were refused stay selected without being loaded, with the reason', async () => {
  const posts = await createPosts(90);
  for (const index of [2, 70, 80]) await update(posts, index, posts.ids, { tags: ['a', 'b', 'c'] });
  const refused = [2, 70, 80].map((index) => posts.ids[index] ?? '');
  await openPosts(posts);
  selectAll();
  await changeSelected({ tags: ['add', ['d']] });
  const message = 'tags: Select no more than 3.';
  expect($bulk.get()).toMatchObject({
    state: 'failed',
    counts: { total: 90, done: 87, refused: 3 },
    refused: refused.map((id, at) => ({ id, label: `row ${[2, 70, 80][at]}`, message })),
  });
  expect(toastList()).toEqual([['error', `Changed 87 of 90 records, 3 were refused. ${message}`]]);
  expect(selected().toSorted()).toEqual(refused.toSorted());
  expect($selection.get()).toMatchObject({ by: 'ids', count: 3 });
  // They can be changed otherwise, beginning with the same changes, and nothing else is.
  expect(openChanges({}).$changes.get()).toMatchObject([
    { field: { name: 'tags' }, how: 'add', value: ['d'] },
  ]);
  await changeSelected({ tags: ['clear'] });
  const stored = [...(await storedPosts(posts)).values()];
  expect(stored.filter(({ tags }) => (tags as string[]).length === 0).map(({ id }) => id)).toEqual(refused);
  expect(selected()).toEqual([]);
  selectRecords(ids());
  expect(openChanges({}).$changes.get()).toEqual([]);
});

test('a record that stopped matching or was deleted after the review is left alone and counted', async () => {
  const posts = await createPosts(60);
  await openPosts(posts, 'price>=0', 60);
  selectAll();
  const changes = openChanges({ title: ['set', 'x'] });
  expect(await changes.review()).toBe(true);
  expect(changes.$step.get()).toMatchObject({
    state: 'review',
    prepared: { targets: { ids: { length: 60 } } },
    sample: { length: 3 },
  });
  await update(posts, 50, posts.ids, { price: -1 });
  await backend().api.delete(`/api/collections/${posts.collection.id}/records/${posts.ids[55]}`);
  await changes.start();
  expect((await storedPosts(posts)).get(posts.ids[50] ?? '')).toMatchObject({ title: 'row 50', price: -1 });
  expect(toastList()).toEqual([
    ['warning', 'Changed 58 of 60 records. 2 left alone: no longer matching, or deleted.'],
  ]);
});

test('a delete of all that match leaves alone what does not match at its turn', async () => {
  const posts = await createPosts(60);
  await openPosts(posts, 'price>=0', 60);
  selectAll();
  const deleting = deleteSelected();
  const question = await until($question, (shown) => shown !== undefined);
  expect(question?.loss).toBe(
    `60 records of ${posts.collection.name} that match “price>=0” will be deleted. Undo in this tab brings back all but the times of creation and update.`,
  );
  await update(posts, 59, posts.ids, { price: -1 });
  question?.answer(true);
  await deleting;
  expect([...(await storedPosts(posts)).keys()]).toEqual([posts.ids[59]]);
  expect(toastList()).toEqual([
    ['warning', 'Deleted 59 of 60 records. 1 left alone: no longer matching, or deleted.'],
  ]);
});

test('Stop sends no further record, and those that were sent count', async () => {
  const posts = await createPosts(100);
  await openPosts(posts);
  selectAll();
  const held = holdRequests(isPatch);
  const changing = changeSelected({ price: ['add', '1000'] });
  await held.arrived;
  stopBulk();
  expect($bulk.get()).toMatchObject({ state: 'busy', isStopping: true });
  held.release();
  await changing;
  const changed = [...(await storedPosts(posts)).values()].filter(({ price }) => Number(price) >= 1000);
  expect(changed.length).toBeGreaterThan(0);
  expect(changed.length).toBeLessThanOrEqual(8);
  expect(toastList()).toEqual([['warning', `Stopped. Changed ${changed.length} of 100 records.`]]);
  // The others can be changed next: they are selected by id.
  expect($selection.get()).toMatchObject({ by: 'ids', count: 100 - changed.length });
  await changeSelected({ price: ['add', '1000'] });
  const prices = [...(await storedPosts(posts)).values()].map(({ price }) => price);
  expect(prices).toEqual(posts.ids.map((_, index) => index + 1000));
});

test('Stop while the records are still searched changes nothing', async () => {
  const posts = await createPosts(100);
  await openPosts(posts);
  selectAll();
  const isSearch = ({ method, path }: { method: string; path: string }) =>
    method === 'GET' && path.endsWith('/records');
  const held = holdRequests(isSearch);
  const { sent } = watchRequests();
  const deleting = deleteSelected();
  await held.arrived;
  expect($bulk.get()).toMatchObject({ state: 'reading' });
  stopBulk();
  held.release();
  await deleting;
  expect($bulk.get()).toEqual({ state: 'idle' });
  expect([$question.get(), sent.filter((each) => !each.startsWith('GET'))]).toEqual([undefined, []]);
  expect($selection.get()).toMatchObject({ by: 'filter' });
});

test('records without a response are named, because what was added must not be added twice', async () => {
  const posts = await createPosts(3);
  await openPosts(posts);
  selectRecords(ids());
  const held = holdRequests(isPatch, 'responses');
  const changing = changeSelected({ price: ['add', '5'] });
  await held.arrived;
  await expect.poll(async () => (await storedPosts(posts)).get(posts.ids[2] ?? '')?.['price']).toBe(7);
  abandonBulk();
  await changing;
  held.release();
  expect(toastList()).toEqual([
    ['warning', 'Stopped waiting. Changed 0 of 3 records, others may still have been changed.'],
  ]);
  const bulk = $bulk.get();
  expect(bulk.state === 'failed' && bulk.refused.map(({ label }) => label).toSorted()).toEqual([
    'row 0',
    'row 1',
    'row 2',
  ]);
});

test('a change whose response was lost is undone, but not one that was not made', async () => {
  const posts = await createPosts(3);
  const [first = '', second = ''] = posts.ids;
  await openPosts(posts);
  selectRecords(ids());
  const before = await storedPosts(posts);
  // Without its request, the second record is not changed.
  rejectRequests((request) => isPatch(request) && request.path.endsWith(second), 'No.', 503);
  const find = loseResponses((request) => isPatch(request) && request.path.endsWith(first));
  await changeSelected({ price: ['add', '5'], status: ['set', 'done'] });
  find();
  const prices = async () => [...(await storedPosts(posts)).values()].map(({ price }) => price);
  expect(await prices()).toEqual([5, 1, 7]);
  await undo($journal.get()[0]?.id ?? 0);
  expect(toasts()).toContain('Put the old values of 2 records back.');
  const after = await storedPosts(posts);
  for (const [id, old] of before) expect(after.get(id)).toEqual({ ...old, updated: after.get(id)?.updated });
});

test('a change that is stored although the backend reports a fault is named, and undone with the others', async () => {
  const posts = await createPosts(3);
  const [first = ''] = posts.ids;
  await openPosts(posts);
  selectRecords(ids());
  const find = failAfterwards((request) => isPatch(request) && request.path.endsWith(first));
  await changeSelected({ price: ['add', '5'] });
  find();
  const prices = async () => [...(await storedPosts(posts)).values()].map(({ price }) => price);
  expect(await prices()).toEqual([5, 6, 7]);
  expect($bulk.get()).toMatchObject({ refused: [{ id: first, message: 'A hook failed.' }] });
  expect(selected()).toEqual([first]);
  await undo($journal.get()[0]?.id ?? 0);
  expect(await prices()).toEqual([0, 1, 2]);
});

test('changes that a busy backend refuses at first are all made, each once', async () => {
  const posts = await createPosts(4);
  await openPosts(posts);
  selectRecords(ids());
  let refusals = 0;
  const find = rejectRequests((request) => isPatch(request) && ++refusals <= 3, 'Not now.', 429);
  await changeSelected({ price: ['add', '5'] });
  find();
  expect([...(await storedPosts(posts)).values()].map(({ price }) => price)).toEqual([5, 6, 7, 8]);
  expect(toastList()).toEqual([['success', 'Changed 4 records.']]);
});

test('a record that is saved without its field, which was renamed meanwhile, is refused and says so', async () => {
  const posts = await createPosts(2);
  await openPosts(posts);
  selectRecords(ids());
  const held = holdRequests((request) => isPatch(request) && request.path.includes('/records/'));
  const changing = changeSelected({ status: ['set', 'done'], price: ['add', '5'] });
  await held.arrived;
  await updateCollection(backend().api, posts.collection.id, ({ fields }) => ({
    fields: fields.map((one) => (one.name === 'status' ? { ...one, name: 'state' } : one)),
  }));
  held.release();
  await changing;
  const message = 'The record was saved without status: the collection was changed meanwhile.';
  expect($bulk.get()).toMatchObject({ refused: [{ message }, { message }] });
  const stored = async () =>
    [...(await storedPosts(posts)).values()].map(({ state, price }) => [state, price]);
  expect(await stored()).toEqual([
    ['new', 5],
    ['new', 6],
  ]);
  await undo($journal.get()[0]?.id ?? 0);
  expect(await stored()).toEqual([
    ['new', 0],
    ['new', 1],
  ]);
});

/** Waits until a list is on screen. */
async function listed() {
  await until($listedQuery, (query) => query !== undefined);
  await loaded();
}

test.each([401, 503, 0])('status %i ends it, and what was not changed stays selected', async (status) => {
  const posts = await createPosts(60);
  await openPosts(posts);
  selectAll();
  let count = 0;
  const isLate = (request: Parameters<typeof isPatch>[0]) => isPatch(request) && ++count > 20;
  if (status) rejectRequests(isLate, 'No.', status);
  else loseResponses(isLate);
  await changeSelected({ title: ['set', 'x'] });
  const changed = [...(await storedPosts(posts)).values()].filter(({ title }) => title === 'x');
  expect(changed.length).toBeGreaterThanOrEqual(20);
  expect(changed.length).toBeLessThanOrEqual(28);
  expect(toasts()).toContainEqual(expect.stringMatching(/^Stopped\. Changed 20 of 60 records/));
  if (status === 401) {
    expect($selection.get()).toMatchObject({ count: 0 });
    await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    await listed();
  }
  expect($selection.get()).toMatchObject({ by: 'ids', count: 40 });
  const left = [...(await storedPosts(posts)).values()].filter(({ title }) => title !== 'x');
  expect(left.every(({ id }) => $selectedRecords.get().has(id))).toBe(true);
});

test('what was not changed is not selected for another admin, nor in another list', async () => {
  const other = await createAdmin(backend());
  const posts = await createPosts(3);
  const failWithoutSession = async () => {
    await openPosts(posts);
    selectRecords(ids());
    const recover = rejectRequests(isPatch, 'No.', 401);
    await changeSelected({ title: ['set', 'x'] });
    recover();
  };
  await failWithoutSession();
  await signIn(other.email, PASSWORD);
  await listed();
  expect(selected()).toEqual([]);
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  await failWithoutSession();
  go('collections', { collectionId: posts.collection.id, sort: '-title' });
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  await until($listedQuery, (query) => query?.sort === '-title');
  await openPosts(posts);
  await until($listedQuery, (query) => query?.sort === '+created');
  expect(selected()).toEqual([]);
});

test.each(['requests', 'responses'] as const)(
  'stops when another admin signs in during %s, who does not see what was refused or changed',
  async (what) => {
    const other = await createAdmin(backend());
    const posts = await createPosts(20);
    await openPosts(posts);
    selectRecords(ids());
    const held = holdRequests(isPatch, what);
    const changing = changeSelected({ title: ['set', 'x'] });
    await held.arrived;
    await signIn(other.email, PASSWORD);
    held.release();
    await changing;
    expect($bulk.get()).toEqual({ state: 'idle' });
    expect($journal.get()).toEqual([]);
    const changed = [...(await storedPosts(posts)).values()].filter(({ title }) => title === 'x');
    expect(changed.length).toBeLessThanOrEqual(8);
    await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  },
);

test('notes the exact texts of the changed fields before and after, and nothing else', async () => {
  const posts = await createPosts(2);
  await backend().api.request('PATCH', `/api/collections/${posts.collection.id}/records/${posts.ids[0]}`, {
    meta: [1.5],
  });
  await openPosts(posts);
  selectRecords([posts.ids[0] ?? '']);
  await changeSelected({ meta: ['set', '[9007199254740993, 1.10]'], status: ['set', 'new'] });
  selectRecords([posts.ids[0] ?? '']);
  await changeSelected({ meta: ['clear'] });
  const texts = $journal.get().map(({ changes }) => changes.map(({ collection: _, ...change }) => change));
  const [id, label] = [posts.ids[0], 'row 0'];
  const big = '[9007199254740993,1.10]';
  expect(texts).toEqual([
    [{ id, label, before: new Map([['meta', big]]), after: new Map([['meta', 'null']]) }],
    [{ id, label, before: new Map([['meta', '[1.5]']]), after: new Map([['meta', big]]) }],
  ]);
});

test('says which values the backend stored in another way', async () => {
  const posts = await createPosts(1);
  await openPosts(posts);
  selectRecords(ids());
  await changeSelected({ price: ['set', '9007199254740993'] });
  expect(toasts()).toContain('The backend stored other values than were typed: price.');
});

test('values that cannot be sent are named beside their fields, and nothing is read', async () => {
  const posts = await createPosts(1);
  await openPosts(posts);
  selectRecords(ids());
  const changes = openChanges({ price: ['add'], tags: ['remove'], meta: ['set', '{'] });
  expect(await changes.review()).toBe(false);
  expect(changes.$errors.get()).toMatchObject({
    price: 'Enter a number.',
    tags: 'Choose at least one value.',
    meta: expect.any(String),
  });
  changes.setValue('price', '1e');
  changes.remove('tags');
  changes.setHow('meta', 'clear');
  expect(changes.$errors.get()).toEqual({});
  expect(await changes.review()).toBe(false);
  expect(changes.$errors.get()).toEqual({ price: 'Enter a valid number.' });
  expect(changes.$step.get()).toEqual({ state: 'edit' });
});

test('a field that was renamed before the review is named, one that was removed after it refuses all records', async () => {
  const posts = await createPosts(2);
  await openPosts(posts);
  selectRecords(ids());
  const changes = openChanges({ title: ['set', 'x'] });
  const rename = (title: string) =>
    updateCollection(backend().api, posts.collection.id, ({ fields }) => ({
      fields: fields.map((field) =>
        field.type === 'text' && !field.role ? { ...field, name: title } : field,
      ),
    }));
  await rename('headline');
  expect(await changes.review()).toBe(false);
  expect(changes.$errors.get()['title']).toContain('changed meanwhile');
  changes.remove('title');
  changes.choose('headline');
  changes.setValue('headline', 'y');
  expect(await changes.review()).toBe(true);
  await rename('name');
  await changes.start();
  expect($bulk.get()).toMatchObject({
    state: 'failed',
    refused: [0, 1].map(() => ({ message: 'The collection has no field “headline” any more.' })),
  });
});

test('changes that were chosen survive a closed screen, and are gone after they were discarded or made', async () => {
  const posts = await createPosts(1);
  await openPosts(posts);
  selectRecords(ids());
  openChanges({ title: ['set', 'typed'] }).open()();
  const again = openChanges({});
  expect(again.$changes.get()).toMatchObject([{ field: { name: 'title' }, value: 'typed' }]);
  const closing = again.mayClose();
  await answerQuestion(false);
  expect(await closing).toBe(false);
  const discarding = again.mayClose();
  await answerQuestion(true);
  expect(await discarding).toBe(true);
  expect(openChanges({}).$changes.get()).toEqual([]);
  await changeSelected({ title: ['set', 'typed'] });
  expect((await storedPosts(posts)).get(posts.ids[0] ?? '')?.['title']).toBe('typed');
});
