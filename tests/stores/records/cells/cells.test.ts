import { expect, test } from 'vitest';
import { NO_CHANGES } from '#domain/records/list-changes.ts';
import { cellProblem } from '#islands/records/panel/input-problems.ts';
import { $question } from '#stores/app/confirm.ts';
import { go } from '#stores/app/route.ts';
import { signIn } from '#stores/app/session.ts';
import { $activeCollection, loadCollections } from '#stores/collections/list.ts';
import { createCells } from '#stores/records/cells/cells.ts';
import { $waitingRows } from '#stores/records/cells/use.ts';
import { $journal } from '#stores/records/journal.ts';
import { updateRows } from '#stores/records/list.ts';
import { $changes } from '#stores/records/list-changes.ts';
import { undo } from '#stores/records/undo/run.ts';
import {
  answerRequests,
  holdRequests,
  loseResponses,
  rejectRequests,
  watchRequests,
} from '#tests/stores/network-fixture.ts';
import { updateCollection } from '#tests/support/factories.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { ids, rows, startRecordsPage } from '../list-fixture.ts';
import { answerQuestion, backend, browser, toasts, until } from '../record-fixture.ts';
import { marksOf, showPosts } from './cells-fixture.ts';

startRecordsPage();

test('changes wait until they are saved together, with one entry to undo', async () => {
  const { at, start, stored, path } = await showPosts(3);
  const { cells } = start();
  cells.set([
    { ...at(0, 'title'), value: 'a' },
    { ...at(0, 'active'), value: true },
    { ...at(2, 'amount'), value: '7' },
  ]);
  expect(cells.$count.get()).toBe(3);
  expect(marksOf(at(0, 'title').id)).toEqual({ title: 'waiting', active: 'waiting' });
  expect(await stored(0)).toMatchObject({ title: 'row 0', active: false });
  const { requests } = watchRequests();
  await cells.save();
  expect(requests.filter(({ method, path: to }) => method === 'PATCH' && to.startsWith(path)).length).toBe(2);
  expect(cells.$count.get()).toBe(0);
  expect($waitingRows.get().size).toBe(0);
  expect(toasts()).toEqual(['Successfully updated 2 records.']);
  expect(rows()[0]).toMatchObject({ title: 'a', active: true, amount: 0 });
  expect(await stored(0)).toMatchObject({ title: 'a', active: true });
  expect(await stored(2)).toMatchObject({ title: 'row 2', amount: 7 });
  const [entry] = $journal.get();
  expect(entry?.count).toBe(2);
  await undo(entry?.id ?? 0);
  expect(await stored(0)).toMatchObject({ title: 'row 0', active: false });
});

test('a value that is put back waits no longer', async () => {
  const { at, start } = await showPosts(1);
  const { cells } = start();
  cells.set([{ ...at(0, 'title'), value: 'a' }]);
  cells.set([{ ...at(0, 'title'), value: 'row 0' }]);
  expect(cells.$count.get()).toBe(0);
  expect($waitingRows.get().size).toBe(0);
});

test('a stored value beyond the limits leaves its editor untouched; a typed one does not', async () => {
  const { at, start } = await showPosts(1, () => ({ big: 0 }));
  const { cells } = start();
  const place = at(0, 'big');
  const input = (customError: boolean) => ({
    ...{ type: 'text', validationMessage: 'Enter 5 or more.', minLength: -1 },
    validity: { customError, valueMissing: false, tooShort: false },
  });
  expect(cellProblem(cells, place, input(true))).toBeUndefined();
  cells.set([{ ...place, value: '3' }]);
  expect(cellProblem(cells, place, input(true))).toBe('Enter 5 or more.');
  expect(cellProblem(cells, place, input(false))).toBeUndefined();
  cells.set([{ ...place, value: '0' }]);
  expect(cellProblem(cells, place, input(true))).toBeUndefined();
});

test('a change by somebody else in the same field is asked about; in other fields it stays', async () => {
  const { at, start, stored, change } = await showPosts(2);
  const { cells } = start();
  cells.set([
    { ...at(0, 'title'), value: 'mine' },
    { ...at(1, 'title'), value: 'mine too' },
  ]);
  await change(0, { title: 'theirs', amount: 5 });
  await change(1, { amount: 6 });
  // As live updates do.
  updateRows((items) => items.map((item, index) => (index ? item : { ...item, title: 'theirs' })));
  expect(cells.waitingValue(at(0, 'title'))).toBe('mine');
  await cells.save();
  expect(await stored(1)).toMatchObject({ title: 'mine too', amount: 6 });
  expect((await stored(0))['title']).toBe('theirs');
  expect(cells.$conflict.get()).toMatchObject({
    label: 'theirs',
    conflicts: [{ mine: 'mine', theirs: 'theirs' }],
  });
  cells.cancelConflict();
  expect(cells.$count.get()).toBe(1);
  await cells.save();
  expect(cells.$conflict.get()?.id).toBe(at(0, 'title').id);
  await cells.resolveConflict({ title: 'mine' });
  expect(cells.$conflict.get()).toBeUndefined();
  expect(await stored(0)).toMatchObject({ title: 'mine', amount: 5 });
  expect(toasts().filter((text) => text.startsWith('Merged'))).toEqual([]);
});

test('theirs can be taken instead', async () => {
  const { at, start, stored, change } = await showPosts(1);
  const { cells } = start();
  cells.set([{ ...at(0, 'title'), value: 'mine' }]);
  await change(0, { title: 'theirs' });
  await cells.save();
  await cells.resolveConflict({ title: 'theirs' });
  expect(cells.$count.get()).toBe(0);
  expect((await stored(0))['title']).toBe('theirs');
});

test('what is refused keeps its mark with the reason; the others are saved', async () => {
  const { at, start, stored, path } = await showPosts(4);
  const { cells } = start();
  cells.set([
    { ...at(0, 'amount'), value: '10' },
    { ...at(0, 'note'), value: 'kept' },
    { ...at(1, 'due'), value: 'some day' },
    { ...at(2, 'title'), value: 'saved' },
    { ...at(3, 'title'), value: 'deleted' },
  ]);
  await backend().api.delete(`${path}/${at(3, 'title').id}`);
  await cells.save();
  expect((await stored(2))['title']).toBe('saved');
  expect(marksOf(at(0, 'amount').id)).toEqual({ amount: expect.stringMatching(/must be/i), note: 'waiting' });
  expect(marksOf(at(1, 'due').id)).toEqual({ due: 'Enter a valid date.' });
  expect(marksOf(at(3, 'title').id)).toEqual({ title: 'This record was deleted elsewhere.' });
  expect(cells.$refused.get()).toHaveLength(3);
  expect(toasts()).toContain('The backend refused 3 records: the marked cells say why.');
  cells.set([{ ...at(0, 'amount'), value: '9' }]);
  expect(marksOf(at(0, 'amount').id)).toEqual({ amount: 'waiting', note: 'waiting' });
  await cells.save();
  expect(await stored(0)).toMatchObject({ amount: 9, note: 'kept' });
  cells.set([{ ...at(1, 'due'), value: '' }]);
  await cells.save();
  expect(toasts()).toContain('The backend refused 1 record: the marked cells say why.');
});

test('a value that the backend stores otherwise stays in its cell, and says so', async () => {
  const { at, start, stored } = await showPosts(1);
  const { cells } = start();
  cells.set([
    { ...at(0, 'big'), value: '9007199254740993' },
    { ...at(0, 'note'), value: 'saved' },
  ]);
  await cells.save();
  expect(await stored(0)).toMatchObject({ big: 2 ** 53, note: 'saved' });
  expect(cells.waitingValue(at(0, 'big'))).toBe('9007199254740993');
  expect(marksOf(at(0, 'big').id)).toEqual({ big: 'The backend stored another value.' });
});

test('a lost connection ends the save with one message, and nothing is lost', async () => {
  const { at, start, path, stored } = await showPosts(20);
  const { cells } = start();
  cells.set(ids().map((id) => ({ id, name: 'note', value: 'typed' })));
  const restore = loseResponses(({ method, path: to }) => method === 'PATCH' && to.startsWith(path));
  await cells.save();
  expect(cells.$count.get()).toBe(20);
  expect(cells.$refused.get()).toEqual([]);
  expect(toasts().length).toBeLessThanOrEqual(1);
  restore();
  // What was stored without a response counts as own.
  await cells.save();
  expect(cells.$conflict.get()).toBeUndefined();
  expect(cells.$count.get()).toBe(0);
  expect(await stored(19)).toMatchObject({ note: 'typed' });
  expect(at(0, 'note').id).toBe(ids()[0]);
});

test('cells that a busy backend refuses at first are all saved, with one message', async () => {
  const { at, start, path, stored } = await showPosts(3);
  const { cells } = start();
  cells.set(ids().map((id) => ({ id, name: 'note', value: 'typed' })));
  let refusals = 0;
  rejectRequests(
    ({ method, path: to }) => method === 'PATCH' && to.startsWith(path) && ++refusals <= 2,
    'Not now.',
    429,
  );
  await cells.save();
  expect(cells.$count.get()).toBe(0);
  expect(toasts()).toEqual(['Successfully updated 3 records.']);
  expect(marksOf(at(0, 'note').id)).toEqual({});
  for (const index of [0, 1, 2]) expect(await stored(index)).toMatchObject({ note: 'typed' });
});

test('a value that a failed save has read but not sent is still a change by somebody else', async () => {
  const { at, start, change, stored, path } = await showPosts(1);
  const { cells } = start();
  await change(0, { amount: 2 });
  cells.set([{ ...at(0, 'title'), value: 'a' }]);
  const restore = answerRequests(
    ({ method, path: to }) => method === 'PATCH' && to.startsWith(path),
    () => new Response('', { status: 502 }),
  );
  await cells.save();
  restore();
  cells.set([{ ...at(0, 'amount'), value: '1' }]);
  await cells.save();
  expect(cells.$conflict.get()?.conflicts).toMatchObject([{ base: '0', mine: '1', theirs: '2' }]);
  expect(await stored(0)).toMatchObject({ title: 'row 0', amount: 2 });
});

test('a value that is put back while its change is being saved waits to be saved', async () => {
  const { at, start, path, stored } = await showPosts(1);
  const { cells } = start();
  const [title, active] = [at(0, 'title'), at(0, 'active')];
  cells.set([
    { ...title, value: 'a' },
    { ...active, value: true },
  ]);
  const held = holdRequests(
    ({ method, path: to }) => method === 'PATCH' && to === `${path}/${title.id}`,
    'responses',
  );
  const saving = cells.save();
  await held.arrived;
  cells.set([
    { ...title, value: 'row 0' },
    { ...active, value: false },
  ]);
  held.release();
  await saving;
  expect(marksOf(title.id)).toEqual({ title: 'waiting', active: 'waiting' });
  expect([cells.waitingValue(title), cells.waitingValue(active)]).toEqual(['row 0', false]);
  await cells.save();
  expect(cells.$count.get()).toBe(0);
  expect(await stored(0)).toMatchObject({ title: 'row 0', active: false });
});

test.each([
  ['stored', loseResponses],
  ['not stored', (matches: Parameters<typeof loseResponses>[0]) => rejectRequests(matches, '', 503)],
])('what is put back after a save without a response is saved, too: %s', async (state, fail) => {
  const { at, start, path, stored } = await showPosts(1);
  const { cells } = start();
  const [title, active] = [at(0, 'title'), at(0, 'active')];
  const typed = [
    { ...title, value: 'a' },
    { ...active, value: true },
  ];
  cells.set([...typed, { ...at(0, 'note'), value: 'kept' }]);
  const restore = fail(({ method, path: to }) => method === 'PATCH' && to.startsWith(path));
  await cells.save();
  restore();
  expect((await stored(0))['title']).toBe(state === 'stored' ? 'a' : 'row 0');
  const putBack = [
    { ...title, value: 'row 0' },
    { ...active, value: false },
  ];
  for (const values of [putBack, typed, putBack]) {
    cells.set(values);
    expect(values.map(cells.waitingValue)).toEqual(values.map(({ value }) => value));
  }
  await cells.save();
  expect([cells.$count.get(), cells.$conflict.get()]).toEqual([0, undefined]);
  expect(await stored(0)).toMatchObject({ title: 'row 0', active: false, note: 'kept' });
});

test('a value that is put back while its change is refused meets no change by somebody else later', async () => {
  const { at, start, path, stored } = await showPosts(1);
  const { cells } = start();
  const [title, amount] = [at(0, 'title'), at(0, 'amount')];
  cells.set([
    { ...title, value: 'a' },
    { ...amount, value: '10' },
  ]);
  const held = holdRequests(({ method, path: to }) => method === 'PATCH' && to.startsWith(path), 'responses');
  const saving = cells.save();
  await held.arrived;
  cells.set([{ ...title, value: 'row 0' }]);
  held.release();
  await saving;
  cells.set([
    { ...title, value: 'c' },
    { ...amount, value: '5' },
  ]);
  await cells.save();
  expect(cells.$conflict.get()).toBeUndefined();
  expect(await stored(0)).toMatchObject({ title: 'c', amount: 5 });
});

test('what waits survives a reload, and a change by somebody else since then is still found', async () => {
  const { at, start, change } = await showPosts(2);
  const first = start();
  first.cells.set([
    { ...at(0, 'title'), value: 'typed' },
    { ...at(1, 'active'), value: true },
  ]);
  first.stop();
  expect($waitingRows.get().size).toBe(0);
  await change(0, { title: 'theirs' });
  const { cells } = start();
  expect(cells.$count.get()).toBe(2);
  expect(cells.waitingValue(at(0, 'title'))).toBe('typed');
  await cells.save();
  expect(cells.$conflict.get()?.conflicts[0]).toMatchObject({
    base: 'row 0',
    mine: 'typed',
    theirs: 'theirs',
  });
});

test('after a reload, changes in a field that was removed meanwhile are named', async () => {
  const { at, start, collection } = await showPosts(1);
  const { api } = backend();
  const lost = 'The collection has no field note any more: changes there can’t be saved. note: typed';
  const first = start();
  first.cells.set([{ ...at(0, 'note'), value: 'typed' }]);
  first.stop();
  await updateCollection(api, collection.id, ({ fields }) => ({
    fields: fields.filter(({ name }) => name !== 'note'),
  }));
  await loadCollections();
  const changed = await until(
    $activeCollection,
    (active) => !active?.fields.some(({ name }) => name === 'note'),
  );
  const stop = changed && createCells(changed).start();
  stop?.();
  expect(toasts()).toEqual([lost]);
});

test('a full storage is said, as nothing then survives a reload', async () => {
  const { at, start } = await showPosts(1);
  const { cells } = start();
  browser.quota = 100;
  cells.set([{ ...at(0, 'title'), value: 'x'.repeat(200) }]);
  browser.dispatch('pagehide');
  expect(cells.$isDraftFull.get()).toBe(true);
  browser.quota = Number.POSITIVE_INFINITY;
  cells.set([{ ...at(0, 'title'), value: 'y' }]);
  browser.dispatch('pagehide');
  expect(cells.$isDraftFull.get()).toBe(false);
  expect(cells.$count.get()).toBe(1);
});

test('discarding asks, and leaves no draft', async () => {
  const { at, start } = await showPosts(1);
  const { cells, stop } = start();
  cells.set([{ ...at(0, 'title'), value: 'typed' }]);
  const declined = cells.discard();
  expect(await answerQuestion(false)).toBe('Do you really want to discard 1 change in cells?');
  expect(await declined).toBe(false);
  expect(cells.$count.get()).toBe(1);
  const discarded = cells.discard();
  await answerQuestion(true);
  expect(await discarded).toBe(true);
  stop();
  expect(start().cells.$count.get()).toBe(0);
});

test('leaving the list asks; other addresses of the list do not', async () => {
  const { at, start, collection } = await showPosts(1);
  const { cells } = start();
  cells.set([{ ...at(0, 'title'), value: 'typed' }]);
  go('collections', { collectionId: collection.id, filter: 'title = "x"' });
  expect($question.get()).toBeUndefined();
  location.hash = '#/logs';
  browser.dispatch('hashchange');
  await until($question, (question) => question !== undefined);
  await answerQuestion(false);
  expect(cells.$count.get()).toBe(1);
});

test('what the backend refuses as a whole is tried for each record, and stays as a draft', async () => {
  const { start, path } = await showPosts(20);
  const { cells, stop } = start();
  cells.set(ids().map((id) => ({ id, name: 'note', value: 'typed' })));
  rejectRequests(({ method, path: to }) => method === 'PATCH' && to.startsWith(path), 'Over.', 500);
  const { requests } = watchRequests();
  await cells.save();
  expect(requests.filter(({ method, path: to }) => method === 'PATCH' && to.startsWith(path)).length).toBe(
    20,
  );
  expect(cells.$count.get()).toBe(20);
  stop();
  expect(start().cells.$count.get()).toBe(20);
});

test('the end of the session ends the save with one message, and what waits is there after the next sign-in', async () => {
  const { start, path, collection } = await showPosts(20);
  const { cells, stop } = start();
  cells.set(ids().map((id) => ({ id, name: 'note', value: 'typed' })));
  const restore = rejectRequests(
    ({ method, path: to }) => method === 'PATCH' && to.startsWith(path),
    'Over.',
    401,
  );
  await cells.save();
  restore();
  expect(cells.$count.get()).toBe(20);
  expect(cells.$refused.get()).toEqual([]);
  expect(toasts()).toHaveLength(1);
  stop();
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  go('collections', { collectionId: collection.id });
  const again = start();
  expect(again.cells.$count.get()).toBe(20);
  again.stop();
});

test('a response that arrives after the list has closed shows nothing in the next one', async () => {
  const { at, start, path } = await showPosts(1);
  const { cells, stop } = start();
  cells.set([{ ...at(0, 'amount'), value: '10' }]);
  const held = holdRequests(({ method, path: to }) => method === 'GET' && to.startsWith(`${path}/`));
  const saving = cells.save();
  await held.arrived;
  stop();
  held.release();
  await saving;
  expect($waitingRows.get().size).toBe(0);
  expect(start().cells.$count.get()).toBe(1);
});

test('fields that a list can’t edit are locked, with a reason', async () => {
  const { at, start } = await showPosts(1, () => ({
    big: 2 ** 53,
    note: 'x'.repeat(2000),
    meta: { a: 1 },
  }));
  const { cells } = start();
  const lock = (name: string) => {
    const cell = cells.cellAt(at(0, name));
    return 'lock' in cell ? cell.lock : undefined;
  };
  for (const name of ['title', 'active', 'contact', 'website', 'due', 'status'])
    expect(lock(name)).toBeUndefined();
  for (const name of ['id', 'created', 'updated']) expect(lock(name)).toBe('This field can’t be edited.');
  for (const name of ['body', 'tags', 'meta', 'cover', 'author', 'reviewers'])
    expect(lock(name)).toBe('Open the record to edit this field.');
  for (const name of ['note', 'big']) expect(lock(name)).toBe('Open the record to edit this value.');
  cells.set([{ ...at(0, 'note'), value: 'lost' }]);
  expect(cells.$count.get()).toBe(0);
});

test('a row that was deleted elsewhere is locked', async () => {
  const { at, start } = await showPosts(1);
  const { cells } = start();
  const cell = at(0, 'title');
  $changes.set({ ...NO_CHANGES, gone: new Map([[cell.id, 'deleted']]) });
  expect(cells.cellAt(cell)).toEqual({ lock: 'This record was deleted elsewhere.' });
  cells.set([{ ...cell, value: 'lost' }]);
  expect(cells.$count.get()).toBe(0);
});
