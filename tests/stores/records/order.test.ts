import { afterEach, expect, onTestFinished, test } from 'vitest';
import { orderKey } from '#domain/app/storage-keys.ts';
import type { FieldOf } from '#domain/backend/field.ts';
import { NO_CHANGES } from '#domain/records/list-changes.ts';
import { $question } from '#stores/app/confirm.ts';
import { $path, $query, go, startRouting } from '#stores/app/route.ts';
import { $collections, loadCollections } from '#stores/collections/list.ts';
import { $journal } from '#stores/records/journal.ts';
import { $records, refreshRecords, shownRows, startRecords, updateRows } from '#stores/records/list.ts';
import { $changes } from '#stores/records/list-changes.ts';
import { moveRow, toggleOrder } from '#stores/records/order/actions.ts';
import { moveRowBefore, moveRowTo } from '#stores/records/order/move.ts';
import { startOrder } from '#stores/records/order/order.ts';
import { $order } from '#stores/records/order/state.ts';
import { undo } from '#stores/records/undo/run.ts';
import { holdRequests, rejectRequests } from '#tests/stores/network-fixture.ts';
import { startStores } from '#tests/stores/start-stores.ts';
import {
  createCollection,
  createRecord,
  createRecords,
  field,
  uniqueName,
  updateCollection,
} from '#tests/support/factories.ts';
import { answerQuestion, backend, browser, toasts, until } from './record-fixture.ts';

startStores(() => [startRouting(), $collections.listen(() => {}), startRecords(), startOrder()]);

afterEach(() => $journal.set([]));

const titles = () => shownRows().map(({ title }) => title);
const stored = async (name: string) => {
  const { items } = await backend().api.get<{ items: { title: string; place: number }[] }>(
    `/api/collections/${name}/records?sort=place&perPage=100`,
  );
  return items.map(({ title, place }) => `${title} ${place}`);
};

/** Shows records a, b, c ... with these places, in the order that the field `place` gives them. */
async function show(places: readonly number[], options: Partial<FieldOf<'number'>> = {}) {
  const { api } = backend();
  const list = await createCollection(api, {
    name: uniqueName('list'),
    fields: [field('title'), field('place', 'number', options)],
  });
  const ids: Record<string, string> = {};
  for (const [index, place] of places.entries()) {
    const title = 'abcdef'[index] ?? '';
    ids[title] = String((await createRecord(api, list.name, { title, place })).id);
  }
  await loadCollections();
  go('collections', { collectionId: list.id });
  await until($records, ({ state }) => state === 'ready');
  const [, place] = list.fields;
  await toggleOrder(String(place?.id));
  await until($records, (now) => now.state === 'ready' && titles()[0] === 'a');
  return { name: list.name, id: list.id, fieldId: String(place?.id), ids };
}

test('choosing a number field sorts by it, and moves save one number that can be undone', async () => {
  const { name, id, fieldId, ids } = await show([1, 2, 3]);
  expect($query.get()['sort']).toBe('+place');
  expect(browser.storage.get(orderKey(id))).toBe(fieldId);
  expect($order.get()).toMatchObject({ field: { name: 'place' }, state: 'ascending' });

  await moveRow(ids['c'] ?? '', -1);
  await until($journal, ([entry]) => entry?.collection.name === name);
  expect(titles()).toEqual(['a', 'c', 'b']);
  expect(await stored(name)).toEqual(['a 1', 'c 1.5', 'b 2']);
  expect(toasts()).toContain('Moved the record.');
  await undo($journal.get()[0]?.id ?? 0);
  expect(await stored(name)).toEqual(['a 1', 'b 2', 'c 3']);

  await toggleOrder(fieldId);
  expect($order.get()).toBeUndefined();
  expect(browser.storage.has(orderKey(id))).toBe(false);
});

test('several moves at once follow one another', async () => {
  const { name, ids } = await show([1, 2, 3, 4]);
  await Promise.all([
    moveRowTo(ids['d'] ?? '', () => 0),
    moveRowTo(ids['a'] ?? '', (index) => index + 1),
    moveRowTo(ids['b'] ?? '', () => 99),
  ]);
  expect(titles()).toEqual(['d', 'a', 'c', 'b']);
  expect((await stored(name)).map((text) => text[0])).toEqual(['d', 'a', 'c', 'b']);
});

test('a row that waits for other moves is placed before the row where it was dropped', async () => {
  const { name, ids } = await show([1, 2, 3, 4, 5]);
  const move = (title: string, before: string) => moveRowBefore(ids[title] ?? '', ids[before]);
  const held = holdRequests(({ method }) => method === 'PATCH');
  const first = move('e', 'a');
  await held.arrived;
  expect(titles().join('')).toBe('eabcd');
  const others = [move('d', 'b'), move('e', 'c')];
  held.release();
  await Promise.all([first, ...others]);
  expect(titles().join('')).toBe('adbec');
  expect((await stored(name)).map((text) => text[0]).join('')).toBe('adbec');

  await moveRowBefore(ids['a'] ?? '', undefined);
  await moveRowBefore(ids['b'] ?? '', 'unknown');
  await moveRowBefore(ids['c'] ?? '', ids['c']);
  expect(titles().join('')).toBe('dbeca');
});

test('a move says why it saved nothing after the field was renamed', async () => {
  const { name, id, fieldId, ids } = await show([1, 2, 3]);
  const { api } = backend();
  await updateCollection(api, id, ({ fields }) => ({
    fields: fields.map((one) => (one.id === fieldId ? { ...one, name: 'rank' } : one)),
  }));
  await moveRowTo(ids['c'] ?? '', () => 0);
  expect(toasts()).toContain('The record was saved without place: the collection was changed meanwhile.');
  expect(toasts()).not.toContain('Moved the record.');
  expect($journal.get()).toEqual([]);
  const { items } = await api.get<{ items: { rank: number }[] }>(
    `/api/collections/${name}/records?sort=rank`,
  );
  expect(items.map(({ rank }) => rank)).toEqual([1, 2, 3]);
});

test('in a descending list, a row moves between its neighbours too', async () => {
  const { name, id, ids } = await show([1, 2, 3]);
  go('collections', { collectionId: id, sort: '-place' });
  await until($records, () => titles()[0] === 'c');
  await moveRowTo(ids['a'] ?? '', () => 0);
  expect(await stored(name)).toEqual(['b 2', 'c 3', 'a 4']);
});

test('without room it asks, and numbers the records anew; no leaves everything as it was', async () => {
  const { name, ids } = await show([1, 2, 3], { isWhole: true });
  const refused = moveRowTo(ids['c'] ?? '', () => 1);
  expect(await answerQuestion(false)).toBe(
    'There is no number left between these records. Do you want to number the 3 records of the list anew?',
  );
  await refused;
  expect(await stored(name)).toEqual(['a 1', 'b 2', 'c 3']);
  const moved = moveRowTo(ids['c'] ?? '', () => 1);
  await answerQuestion(true);
  await moved;
  expect(await stored(name)).toEqual(['a 1', 'c 11', 'b 21']);
  expect(titles()).toEqual(['a', 'c', 'b']);
  await undo($journal.get()[0]?.id ?? 0);
  expect(await stored(name)).toEqual(['a 1', 'b 2', 'c 3']);
});

test('a record that refuses its new number does not keep the others from theirs, which can be undone', async () => {
  const { name, ids } = await show([1, 2, 3], { isWhole: true });
  rejectRequests(
    ({ method, path }) => method === 'PATCH' && path.endsWith(String(ids['c'])),
    'Not this one.',
  );
  const moved = moveRowTo(ids['a'] ?? '', () => 1);
  await answerQuestion(true);
  await moved;
  expect(await stored(name)).toEqual(['b 1', 'c 3', 'a 11']);
  expect(toasts()).toEqual(
    expect.arrayContaining(['Not this one.', expect.stringMatching(/^(Moved the record|Numbered)/)]),
  );
  await undo($journal.get()[0]?.id ?? 0);
  expect(await stored(name)).toEqual(['a 1', 'b 2', 'c 3']);
});

test('with another sort it says why nothing moves', async () => {
  const { name, id, ids } = await show([1, 2]);
  go('collections', { collectionId: id });
  await until($order, (order) => order?.state === 'none');
  await moveRowTo(ids['b'] ?? '', () => 0);
  expect(toasts()).toContain('Sort the list by place to move rows.');
  expect(await stored(name)).toEqual(['a 1', 'b 2']);
});

test('a filter is fine, and a refused number puts the row back', async () => {
  const { name, id, ids } = await show([1, 2, 3, 4]);
  go('collections', { collectionId: id, sort: '+place', filter: 'title != "b"' });
  await until($records, (list) => list.state === 'ready' && titles().join('') === 'acd');
  await moveRowTo(ids['d'] ?? '', () => 1);
  expect(await stored(name)).toEqual(['a 1', 'b 2', 'd 2', 'c 3']);
  await refreshRecords();
  await backend().api.delete(`/api/collections/${name}/records/${ids['c']}`);
  await moveRowTo(ids['c'] ?? '', () => 0);
  await until($records, () => titles().join('') === 'ad');
});

test('below the last loaded row, the row that follows is loaded first', async () => {
  const { name, ids } = await show([1]);
  await createRecords(backend().api, name, 44, (index) => ({ title: `${index + 2}`, place: index + 2 }));
  await refreshRecords();
  expect(shownRows()).toHaveLength(40);
  await moveRowTo(ids['a'] ?? '', () => 39);
  expect(shownRows()).toHaveLength(45);
  expect(titles().slice(38, 41)).toEqual(['40', 'a', '41']);
  expect((await stored(name)).slice(38, 41)).toEqual(['40 40', 'a 40.5', '41 41']);
});

const idAt = (index: number) => String(shownRows()[index]?.id);

test('limits that leave no room for new numbers are named, and nothing is asked', async () => {
  const { name } = await show([1, 2, 2], { isWhole: true, min: 1, max: 2 });
  const before = await stored(name);
  await moveRowTo(idAt(2), () => 1);
  expect(toasts()).toEqual([
    expect.stringContaining('Drag rows by their handles'),
    'There is no number left between these records. Their limits in “place” leave no room for new ones.',
  ]);
  expect($question.get()).toBeUndefined();
  expect(await stored(name)).toEqual(before);
});

test('a descending list is numbered anew, too', async () => {
  const { name, id, ids } = await show([1, 2, 3], { isWhole: true });
  go('collections', { collectionId: id, sort: '-place' });
  await until($records, () => titles()[0] === 'c');
  const moving = moveRowTo(ids['a'] ?? '', () => 1);
  const question = await until($question, (shown) => shown !== undefined);
  expect(question?.loss).toBe('3 records will get another number in “place”.');
  question?.answer(true);
  await moving;
  expect(titles()).toEqual(['c', 'a', 'b']);
  expect(await stored(name)).toEqual(['b 1', 'a 11', 'c 21']);
  expect(toasts()).toContain('Numbered 3 records anew.');
});

test('an order that others have changed is loaded again before anything moves', async () => {
  const { name, ids } = await show([1, 2, 3, 4]);
  await backend().api.patch(`/api/collections/${name}/records/${ids['b']}`, { place: 9 });
  // As live updates do.
  updateRows((rows) => rows.map((row) => (row.id === ids['b'] ? { ...row, place: 9 } : row)));
  await moveRowTo(ids['d'] ?? '', () => 2);
  expect(toasts()).toContain('Others have changed the order. The list is loaded again.');
  expect(titles()).toEqual(['a', 'c', 'd', 'b']);
  expect(await stored(name)).toEqual(['a 1', 'c 3', 'd 4', 'b 9']);
});

test('a deleted row does not move, and no row is placed by its number', async () => {
  const { name, ids } = await show([1, 2, 3, 4]);
  await backend().api.delete(`/api/collections/${name}/records/${ids['b']}`);
  $changes.set({ ...NO_CHANGES, gone: new Map([[ids['b'] ?? '', 'deleted']]) });
  onTestFinished(() => $changes.set(NO_CHANGES));
  await moveRowTo(ids['b'] ?? '', () => 3);
  expect(titles()).toEqual(['a', 'b', 'c', 'd']);
  await moveRowTo(ids['d'] ?? '', () => 2);
  expect(await stored(name)).toEqual(['a 1', 'd 2', 'c 3']);
});

test('leaving asks while a move is saved', async () => {
  const { name, ids } = await show([1, 2]);
  const held = holdRequests(({ method }) => method === 'PATCH');
  const moving = moveRowTo(ids['b'] ?? '', () => 0);
  await held.arrived;
  go('logs');
  expect(await answerQuestion(false)).toBe(
    'The new order is still being saved. Do you really want to leave?',
  );
  expect($path.get()).toBe('/collections');
  held.release();
  await moving;
  expect(await stored(name)).toEqual(['b 0', 'a 1']);
  go('logs');
  expect($path.get()).toBe('/logs');
});

test('a move that the backend refuses is taken back, and rows that can’t be loaded are named', async () => {
  const { name, ids } = await show([1]);
  await createRecords(backend().api, name, 44, (index) => ({ title: `${index + 2}`, place: index + 2 }));
  await refreshRecords();
  rejectRequests(({ params }) => params['page'] === '2', 'Not now.');
  await moveRowTo(ids['a'] ?? '', () => 39);
  expect(toasts()).toContain('The rows below are not loaded yet.');
  rejectRequests(({ method }) => method === 'PATCH', 'Not you.');
  await moveRowTo(ids['a'] ?? '', () => 2);
  expect(toasts()).toContain('Not you.');
  expect(titles()[0]).toBe('a');
  expect($journal.get()).toEqual([]);
});
