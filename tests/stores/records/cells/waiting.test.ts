import { expect, test } from 'vitest';
import { $question } from '#stores/app/confirm.ts';
import { $path, go } from '#stores/app/route.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { $activeCollection, loadCollections } from '#stores/collections/list.ts';
import { type Cells, createCells } from '#stores/records/cells/cells.ts';
import { $waitingRows } from '#stores/records/cells/use.ts';
import { $journal } from '#stores/records/journal.ts';
import { updateRows } from '#stores/records/list.ts';
import { holdRequests, rejectRequests, watchRequests } from '#tests/stores/network-fixture.ts';
import { removeToasts } from '#tests/stores/toasts.ts';
import { renamed, updateCollection } from '#tests/support/factories.ts';
import { ids, rows, startRecordsPage } from '../list-fixture.ts';
import { answerQuestion, backend, browser, toasts, until } from '../record-fixture.ts';
import { marksOf, showPosts } from './cells-fixture.ts';

startRecordsPage();

const typeIn = (cells: Cells, count: number, value = 'typed') =>
  cells.set(
    ids()
      .slice(0, count)
      .map((id) => ({ id, name: 'note', value })),
  );
const STOPPED = 'Stopped waiting. Your changes may still have been saved.';
const storedDrafts = () => [...browser.storage.keys()].filter((key) => key.includes('_@cells'));

test('a row shows what waits as it will be stored, and tells screen readers what is marked', async () => {
  const { at, start } = await showPosts(2);
  const { cells } = start();
  cells.set(
    [
      { ...at(0, 'title'), value: '2026-11-05' },
      { ...at(0, 'due'), value: '2026-11-05T12:00' },
    ],
    [
      { ...at(0, 'amount'), reason: 'Too many.' },
      { ...at(1, 'amount'), reason: 'Too few.' },
    ],
  );
  const waiting = { 'data-mark': 'waiting', 'aria-description': 'Changed, not saved.' };
  const refused = (reason: string) => ({
    'data-mark': 'refused',
    'aria-description': `Not changed. ${reason}`,
    'data-tooltip': reason,
    'aria-invalid': 'true',
  });
  const [first, second] = ids();
  expect($waitingRows.get()).toEqual(
    new Map([
      [
        first,
        {
          values: { title: '2026-11-05', due: '2026-11-05 12:00:00' },
          marks: new Map([
            ['amount', refused('Too many.')],
            ['title', waiting],
            ['due', waiting],
          ]),
        },
      ],
      [second, { values: {}, marks: new Map([['amount', refused('Too few.')]]) }],
    ]),
  );
  expect(cells.$refused.get()).toEqual([at(0, 'amount'), at(1, 'amount')]);
  expect([cells.errorAt(at(0, 'amount')), cells.errorAt(at(0, 'title'))]).toEqual(['Too many.', undefined]);
  // A value that fits takes the mark away; the others stay.
  cells.set([{ ...at(0, 'amount'), value: '3' }], [{ ...at(0, 'big'), reason: 'No number.' }]);
  expect(marksOf(first ?? '')).toEqual({
    ...{ amount: 'waiting', title: 'waiting', due: 'waiting', big: 'No number.' },
  });
  cells.clearMisfits();
  expect(marksOf(first ?? '')).toEqual({ amount: 'waiting', title: 'waiting', due: 'waiting' });
  expect($waitingRows.get().has(second ?? '')).toBe(false);
});

test('a value that was put back is forgotten: another one is compared with what the list shows by then', async () => {
  const { at, start, change, stored } = await showPosts(1);
  const { cells } = start();
  cells.set([
    { ...at(0, 'title'), value: 'a' },
    { ...at(0, 'active'), value: true },
  ]);
  cells.set([{ ...at(0, 'title'), value: 'row 0' }]);
  expect(cells.waitingValue(at(0, 'title'))).toBeUndefined();
  await change(0, { title: 'theirs' });
  // As live updates do.
  updateRows((items) => items.map((item) => ({ ...item, title: 'theirs' })));
  cells.set([{ ...at(0, 'title'), value: 'mine' }]);
  await cells.save();
  expect(cells.$conflict.get()).toBeUndefined();
  expect(await stored(0)).toMatchObject({ title: 'mine', active: true });
  expect(toasts()).toEqual(['Successfully updated record.']);
});

test('without a change nothing is sent', async () => {
  const { at, start } = await showPosts(1);
  const { cells } = start();
  cells.set([{ ...at(0, 'title'), value: 'a' }]);
  cells.set([{ ...at(0, 'title'), value: 'row 0' }]);
  const { sent, stop } = watchRequests();
  await cells.save();
  stop();
  expect(sent).toEqual([]);
  expect(toasts()).toEqual([]);
});

test('what waits moves with a renamed field; what was typed in a removed one can be copied from a message', async () => {
  const { at, start, collection } = await showPosts(3);
  const { cells } = start();
  const [first, , third] = ids();
  cells.set([
    { ...at(0, 'note'), value: 'kept' },
    { ...at(0, 'website'), value: 'https://a.test' },
    { ...at(1, 'website'), value: 'https://b.test' },
    { ...at(1, 'contact'), value: 'b@example.com' },
    { ...at(2, 'title'), value: 'c' },
  ]);
  await updateCollection(backend().api, collection.id, ({ fields }) => ({
    fields: renamed(fields, 'note', 'remark').filter(({ name }) => !['website', 'contact'].includes(name)),
  }));
  await loadCollections();
  await until(cells.$count, (count) => count === 2);
  expect($toasts.get()).toMatchObject([
    {
      type: 'warning',
      message:
        'The collection has no field website, contact any more: changes there can’t be saved. website: https://a.test; contact: b@example.com; website: https://b.test',
    },
  ]);
  expect([...$waitingRows.get()].map(([id, { values }]) => [id, values])).toEqual([
    [first, { remark: 'kept' }],
    [third, { title: 'c' }],
  ]);
  expect(cells.fields().map(({ name }) => name)).toContain('remark');
  removeToasts();
  await cells.save();
  // Only what was changed is compared and sent: nothing is merged.
  expect(toasts()).toEqual(['Successfully updated 2 records.']);
  expect(cells.$count.get()).toBe(0);
  const { items } = await backend().api.get<{ items: { title: string; remark: string }[] }>(
    `/api/collections/${collection.id}/records?sort=title`,
  );
  expect(items.map(({ title, remark }) => [title, remark])).toEqual([
    ['c', ''],
    ['row 0', 'kept'],
    ['row 1', ''],
  ]);
});

test('a save finds out that a field was removed, and long texts are cut in its message', async () => {
  const { at, start, collection, stored } = await showPosts(1);
  const { cells } = start();
  cells.set([
    { ...at(0, 'title'), value: 'mine' },
    { ...at(0, 'note'), value: 'x'.repeat(5000) },
  ]);
  await updateCollection(backend().api, collection.id, ({ fields }) => ({
    fields: fields.filter(({ name }) => name !== 'note'),
  }));
  await cells.save();
  expect((await stored(0))['title']).toBe('mine');
  const [message = ''] = toasts();
  expect(message).toMatch(/ note: x+\.{3}$/);
  expect(message.length).toBe(1003);
});

test('after a reload it says how much waits, and keeps what has no field any more as long as something waits', async () => {
  const { at, start, collection } = await showPosts(2);
  const first = start();
  first.cells.set([
    { ...at(0, 'title'), value: 'a' },
    { ...at(0, 'note'), value: 'lost' },
    { ...at(1, 'title'), value: 'b' },
  ]);
  first.stop();
  await updateCollection(backend().api, collection.id, ({ fields }) => ({
    fields: fields.filter(({ name }) => name !== 'note'),
  }));
  await loadCollections();
  const changed = await until(
    $activeCollection,
    (active) => !active?.fields.some(({ name }) => name === 'note'),
  );
  const lost = 'The collection has no field note any more: changes there can’t be saved. note: lost';
  for (const reload of [1, 2]) {
    const cells = createCells(changed ?? collection);
    const stop = cells.start();
    expect(cells.$count.get()).toBe(2);
    expect(toasts(), `reload ${reload}`).toEqual([lost, '2 changes in cells wait to be saved.']);
    stop();
    removeToasts();
  }
});

test('one change that waits is told after a reload, and no change is not', async () => {
  const { start } = await showPosts(1);
  const first = start();
  expect(toasts()).toEqual([]);
  typeIn(first.cells, 1);
  first.stop();
  const second = start();
  expect($toasts.get()).toMatchObject([{ type: 'info', message: '1 change in cells waits to be saved.' }]);
  second.stop();
});

test('what was discarded leaves neither a draft nor a mark', async () => {
  const { at, start } = await showPosts(2);
  const { cells } = start();
  cells.set([{ ...at(0, 'note'), value: 'typed' }], [{ ...at(1, 'amount'), reason: 'Too many.' }]);
  browser.dispatch('pagehide');
  expect(storedDrafts()).toHaveLength(1);
  const discarding = cells.discard();
  expect($question.get()?.loss).toBe('');
  await answerQuestion(true);
  expect(await discarding).toBe(true);
  expect(storedDrafts()).toEqual([]);
  expect($waitingRows.get().size).toBe(0);
  expect(cells.waitingValue(at(0, 'note'))).toBeUndefined();
  cells.set([{ ...at(1, 'note'), value: 'new' }]);
  expect(marksOf(at(1, 'note').id)).toEqual({ note: 'waiting' });
  cells.set([{ ...at(1, 'note'), value: '' }]);
  // Nothing is lost then.
  expect(await cells.discard()).toBe(true);
  expect($question.get()).toBeUndefined();
});

test.each([
  [1, '1 change in cells is not saved. Discard and leave?'],
  [2, '2 changes in cells are not saved. Discard and leave?'],
])('leaving with %i asks, and discards after a yes', async (count, text) => {
  const { start, collection } = await showPosts(2);
  const { cells } = start();
  expect(browser.asksOnUnload()).toBe(false);
  typeIn(cells, count);
  expect(browser.asksOnUnload()).toBe(true);
  go('collections', { collectionId: 'another' });
  expect(await answerQuestion(false)).toBe(text);
  expect([cells.$count.get(), $path.get()]).toEqual([count, '/collections']);
  go('logs');
  expect(await answerQuestion(true)).toBe(text);
  await until($path, (path) => path === '/logs');
  expect(cells.$count.get()).toBe(0);
  go('collections', { collectionId: collection.id });
});

test('leaving while a save runs asks, and stops it', async () => {
  const { start, path, collection } = await showPosts(20);
  const [first] = ids();
  const { cells } = start();
  typeIn(cells, 20);
  const { sent, stop } = watchRequests();
  const held = holdRequests(({ method, path: to }) => method === 'PATCH' && to.startsWith(path));
  const saving = cells.save();
  await held.arrived;
  // It would survive a reload.
  expect(storedDrafts()).toHaveLength(1);
  // Neither a second save nor a discard begins meanwhile.
  await cells.save();
  expect(await cells.discard()).toBe(false);
  expect($question.get()).toBeUndefined();
  go('logs');
  expect(await answerQuestion(true)).toBe(
    'Changes are still being saved. Do you really want to stop that and leave?',
  );
  await saving;
  held.release();
  stop();
  expect(toasts()).toEqual([STOPPED]);
  expect(cells.$count.get()).toBe(0);
  expect(cells.$saving.get()).toBeUndefined();
  expect(sent.filter((request) => request === `GET /api/collections/${collection.id}`)).toHaveLength(1);
  go('collections', { collectionId: collection.id });
  expect(await backend().api.get(`${path}/${first}`)).toMatchObject({ note: '' });
});

test('a save that is stopped sends no further record, and what was not saved waits', async () => {
  const { start, path } = await showPosts(20);
  const { cells } = start();
  typeIn(cells, 20);
  const held = holdRequests(({ method, path: to }) => method === 'PATCH' && to.startsWith(path));
  const { requests, stop } = watchRequests();
  const saving = cells.save();
  await held.arrived;
  cells.stopSaving();
  await saving;
  held.release();
  stop();
  const reads = requests.filter(({ method, path: to }) => method === 'GET' && to.startsWith(`${path}/`));
  expect(reads.length).toBeLessThanOrEqual(8);
  expect([cells.$count.get(), cells.$saving.get(), cells.$refused.get()]).toEqual([20, undefined, []]);
  expect(toasts()).toEqual([STOPPED]);
});

test('a save tells how far it is, and takes over when each record was updated', async () => {
  const { at, start, stored, change } = await showPosts(2);
  const { cells } = start();
  typeIn(cells, 2);
  $journal.set([]);
  const states: ReturnType<typeof cells.$saving.get>[] = [];
  const stop = cells.$saving.listen((state) => states.push(state));
  await cells.save();
  stop();
  expect(states).toEqual([...[0, 1, 2].map((done) => ({ done, total: 2 })), undefined]);
  expect(rows().map(({ updated, note }) => [updated, note])).toEqual([
    [(await stored(0))['updated'], 'typed'],
    [(await stored(1))['updated'], 'typed'],
  ]);
  expect($toasts.get()).toMatchObject([{ type: 'success', message: 'Successfully updated 2 records.' }]);
  expect($toasts.get()[0]?.action?.label).toBe('Undo');
  browser.dispatch('pagehide');
  expect(storedDrafts()).toEqual([]);
  cells.set([
    { ...at(0, 'big'), value: '9007199254740993' },
    { ...at(0, 'active'), value: true },
  ]);
  removeToasts();
  await cells.save();
  expect($toasts.get().map(({ type, message }) => [type, message])).toContainEqual([
    'warning',
    'The backend stored other values than were typed: big.',
  ]);
  cells.set([{ ...at(0, 'big'), value: '5' }]);
  expect(marksOf(at(0, 'big').id)).toEqual({ big: 'waiting' });
  // What was saved waits no longer, so a change of it by somebody else is not merged.
  await change(0, { active: false });
  removeToasts();
  await cells.save();
  expect(toasts()).toEqual(['Successfully updated record.']);
  expect(await stored(0)).toMatchObject({ big: 5, active: false });
});

test('a collection that can’t be read ends a save before anything is sent', async () => {
  const { start, path, collection } = await showPosts(2);
  const { cells } = start();
  typeIn(cells, 2);
  rejectRequests(({ path: to }) => to === `/api/collections/${collection.id}`, 'No collection.', 400);
  const { sent, stop } = watchRequests();
  await cells.save();
  stop();
  expect(toasts()).toEqual(['No collection.']);
  expect(sent.filter((request) => request.includes(path))).toEqual([]);
  expect([cells.$count.get(), cells.$saving.get()]).toEqual([2, undefined]);
});

test('a refusal that names no changed field is the reason at each cell of its record', async () => {
  const { at, start, path } = await showPosts(2);
  const { cells } = start();
  cells.set([
    { ...at(0, 'note'), value: 'a' },
    { ...at(0, 'active'), value: true },
    { ...at(1, 'note'), value: 'b' },
  ]);
  const isPatchOf = (index: number) => (request: { method: string; path: string }) =>
    request.method === 'PATCH' && request.path === `${path}/${at(index, 'note').id}`;
  rejectRequests(isPatchOf(0), 'Not today.', 400, { other: { code: 'x', message: 'Wrong.' } });
  rejectRequests(isPatchOf(1), 'Not today.', 400, { note: { code: 'x', message: 'Wrong.' } });
  await cells.save();
  expect(marksOf(at(0, 'note').id)).toEqual({ note: 'Not today.', active: 'Not today.' });
  expect(marksOf(at(1, 'note').id)).toEqual({ note: 'Wrong.' });
  expect(cells.$count.get()).toBe(3);
  expect($toasts.get()).toMatchObject([
    { type: 'error', message: 'The backend refused 2 records: the marked cells say why.' },
  ]);
});

test('marks of refused cells move with a renamed field, and go with a removed one', async () => {
  const { at, start, collection, path } = await showPosts(2);
  const { cells } = start();
  const [first = '', second = ''] = ids();
  cells.set(
    [{ ...at(0, 'note'), value: 'a' }],
    [
      { ...at(1, 'note'), reason: 'No text.' },
      { ...at(1, 'big'), reason: 'No number.' },
      { ...at(0, 'big'), reason: 'No number.' },
      { ...at(0, 'id'), reason: 'Not that id.' },
    ],
  );
  rejectRequests(({ method, path: to }) => method === 'PATCH' && to.startsWith(path), 'No.', 400, {
    note: { code: 'x', message: 'Wrong.' },
  });
  await cells.save();
  await updateCollection(backend().api, collection.id, ({ fields }) => ({
    fields: renamed(fields, 'note', 'remark').filter(({ name }) => name !== 'big'),
  }));
  await loadCollections();
  expect(marksOf(first)).toEqual({ remark: 'Wrong.', id: 'Not that id.' });
  expect(marksOf(second)).toEqual({ remark: 'No text.' });
  expect(cells.$refused.get().map(({ name }) => name)).toEqual(['id', 'remark', 'remark']);
});
