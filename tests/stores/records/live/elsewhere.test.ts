import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#api/client.ts';
import { sdk } from '#api/sdk.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { $records } from '#stores/records/list.ts';
import { startLive } from '#stores/records/live.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';
import { $panels, openRecordPanel } from '#stores/records/panel/stack.ts';
import { $watched } from '#stores/records/record-events.ts';
import { holdRequests, rejectRequests, watchRequests } from '#tests/stores/network-fixture.ts';
import { settled } from '#tests/stores/offline-fixture.ts';
import { addFields, createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { ids, rows, showRecords, startRecordsPage } from '../list-fixture.ts';
import { backend, toasts, toCollection, until } from '../record-fixture.ts';
import { elsewhere, isLive } from './live-fixture.ts';

startRecordsPage();
let stop = () => {};
beforeEach(() => {
  stop = startLive();
  return stop;
});
afterEach(() => {
  for (const panel of $panels.get()) panel.dispose();
});

const isLoaded = (panel: RecordPanel) => until(panel.$record, (load) => load.state === 'ready');
const title = (panel: RecordPanel) => panel.$values.get()['title'];

/** Holds back the responses with the times of all rows of the next list, which every connection requests. */
function holdTimes() {
  const last = $activeCollection.get()?.id;
  return holdRequests(
    ({ path, params }) => params['fields'] === 'id,updated' && !path.includes(`/${last}/`),
    'responses',
  );
}

/** Opens a record of a list that follows changes, and has looked for those it missed before it was connected. */
async function open() {
  const held = holdTimes();
  const { created, path } = await showRecords(2);
  await held.arrived;
  held.release();
  const id = ids()[0] ?? '';
  const duplicates: unknown[] = [];
  const panel = openRecordPanel({
    collection: toCollection(created),
    recordId: id,
    onDuplicate: (values) => duplicates.push(values),
  });
  await isLoaded(panel);
  return { panel, id, path: `${path}/${id}`, collection: created, duplicates, ...elsewhere(created) };
}

test('a form without edits takes changes over', async () => {
  const { panel, id, edit } = await open();
  await edit(id, 'theirs');
  await expect.poll(() => title(panel)).toBe('theirs');
  expect(panel.$isDirty.get()).toBe(false);
  expect(panel.$elsewhere.get()).toBe('none');
});

test('edits stay; when they are undone, the form takes the change over', async () => {
  const { panel, id, edit } = await open();
  panel.set('title', 'mine');
  await edit(id, 'theirs');
  await until(panel.$elsewhere, (state) => state === 'changed');
  expect(title(panel)).toBe('mine');
  panel.set('title', 'row 0');
  await expect.poll(() => title(panel)).toBe('theirs');
  expect(panel.$elsewhere.get()).toBe('none');
});

test('comparing asks about the fields that both changed, and the choice is saved', async () => {
  const { panel, id, edit } = await open();
  panel.set('title', 'mine');
  await edit(id, 'theirs');
  await until(panel.$elsewhere, (state) => state === 'changed');
  await panel.compare();
  expect(panel.$conflicts.get()).toMatchObject([{ mine: 'mine', theirs: 'theirs' }]);
  expect(title(panel)).toBe('mine');
  expect(await panel.resolveConflicts({ title: 'theirs' })).toBe(true);
  expect($panels.get()).toEqual([]);
});

test('the same change elsewhere leaves nothing to compare', async () => {
  const { panel, id, edit } = await open();
  panel.set('title', 'same');
  await edit(id, 'same');
  await until(panel.$elsewhere, (state) => state === 'changed');
  await panel.compare();
  expect(panel.$conflicts.get()).toEqual([]);
  expect(panel.$elsewhere.get()).toBe('none');
  expect(panel.$isDirty.get()).toBe(false);
});

test('an own save loads nothing again and tells nothing', async () => {
  const { panel, id, path, edit } = await open();
  panel.set('title', 'mine');
  const watched = watchRequests();
  expect(await panel.save({ keepOpen: true })).toBe(true);
  const beforeEvent = watched.sent.filter((sent) => sent === `GET ${path}`).length;
  panel.set('title', 'more');
  await expect.poll(() => rows().find((row) => row.id === id)?.['title']).toBe('mine');
  expect(watched.sent.filter((sent) => sent === `GET ${path}`)).toHaveLength(beforeEvent);
  expect(panel.$elsewhere.get()).toBe('none');
  // The events arrive in order.
  await edit(id, 'theirs');
  await until(panel.$elsewhere, (state) => state === 'changed');
  expect(watched.sent.filter((sent) => sent === `GET ${path}`)).toHaveLength(beforeEvent + 1);
});

test('an own save while the times of the rows are requested loads nothing again', async () => {
  const held = holdTimes();
  const { created, path } = await showRecords(2);
  const [id = '', other = ''] = ids();
  const panel = openRecordPanel({ collection: toCollection(created), recordId: id });
  await isLoaded(panel);
  await held.arrived;
  panel.set('title', 'mine');
  expect(await panel.save({ keepOpen: true })).toBe(true);
  await expect.poll(() => rows().find((row) => row.id === id)?.['title']).toBe('mine');
  const watched = watchRequests();
  held.release();
  await elsewhere(created).edit(other, 'theirs');
  await expect.poll(() => rows().find((row) => row.id === other)?.['title']).toBe('theirs');
  expect(watched.sent).not.toContain(`GET ${path}/${id}`);
});

test('a change during a save does not touch the form before the response', async () => {
  const { panel, id, path, edit } = await open();
  // Only the panel's own request, which is the first.
  let requests = 0;
  const isSave = (request: { method: string; path: string }) =>
    request.method === 'PATCH' && request.path === path && requests++ === 0;
  panel.set('title', 'mine');
  const held = holdRequests(isSave, 'responses');
  const saving = panel.save({ keepOpen: true });
  await held.arrived;
  await edit(id, 'theirs');
  panel.set('title', 'typed meanwhile');
  held.release();
  await saving;
  await until(panel.$elsewhere, (state) => state === 'changed');
  expect(title(panel)).toBe('typed meanwhile');
});

test('a change that is read before an own save and arrives after it does not replace that', async () => {
  const { panel, id, path, edit } = await open();
  let requests = 0;
  const isFirst = (request: { method: string; path: string }) =>
    request.method === 'GET' && request.path === path && requests++ === 0;
  const held = holdRequests(isFirst, 'responses');
  await edit(id, 'theirs');
  await held.arrived;
  panel.set('title', 'mine');
  const saving = panel.save({ keepOpen: true });
  await until(panel.$conflicts, ({ length }) => length === 1);
  await saving;
  expect(await panel.resolveConflicts({ title: 'mine' })).toBe(true);
  const shown = new Set();
  panel.$values.listen((values) => shown.add(values['title']));
  held.release();
  // The events arrive in order.
  await edit(id, 'theirs again');
  await expect.poll(() => title(panel)).toBe('theirs again');
  expect([...shown]).toEqual(['theirs again']);
});

test('a change while the record is loaded is found', async () => {
  const { created, path } = await showRecords(1);
  await isLive();
  const id = ids()[0] ?? '';
  const held = holdRequests(
    (request) => request.method === 'GET' && request.path === `${path}/${id}`,
    'responses',
  );
  const panel = openRecordPanel({ collection: toCollection(created), recordId: id });
  await held.arrived;
  await elsewhere(created).edit(id, 'theirs');
  await expect.poll(() => rows()[0]?.['title']).toBe('theirs');
  held.release();
  await isLoaded(panel);
  await expect.poll(() => title(panel)).toBe('theirs');
});

test('a deletion elsewhere is told, and the values can become a new record', async () => {
  const { panel, id, remove, duplicates } = await open();
  panel.set('title', 'mine');
  await remove(id);
  await until(panel.$elsewhere, (state) => state === 'deleted');
  expect(title(panel)).toBe('mine');
  panel.keepAsNew();
  expect(duplicates).toEqual([{ id: '', title: 'mine' }]);
  expect($panels.get()).toEqual([]);
});

test('a change that can’t be read tells nothing, one of a record that is gone tells of the deletion', async () => {
  const { panel, id, path, edit } = await open();
  const isRead = (request: { method: string; path: string }) =>
    request.method === 'GET' && request.path === `${path}`;
  const states: string[] = [];
  panel.$elsewhere.listen((state) => states.push(state));
  const restore = rejectRequests(isRead, 'Busy.', 500);
  const { sent } = watchRequests();
  await edit(id, 'first');
  await expect.poll(() => sent).toContain(`GET ${path}`);
  await settled();
  restore();
  expect([title(panel), states, toasts()]).toEqual(['row 0', [], []]);
  rejectRequests(isRead, 'Gone.', 404);
  await edit(id, 'second');
  await until(panel.$elsewhere, (state) => state === 'deleted');
  expect(title(panel)).toBe('row 0');
});

test('edits of a record that nobody else has changed are told of nothing', async () => {
  const { panel, path } = await open();
  panel.set('title', 'mine');
  const states: string[] = [];
  panel.$elsewhere.listen((state) => states.push(state));
  const { sent } = watchRequests();
  // As after a lost connection: changes may have been missed.
  for (const watched of $watched.get()) watched.onEvent(undefined);
  await expect.poll(() => sent).toContain(`GET ${path}`);
  await settled();
  expect([title(panel), states]).toEqual(['mine', []]);
});

test('a change of a record with a new field takes the field over', async () => {
  const { panel, id, edit, collection } = await open();
  await addFields(backend().api, collection.id, field('note'));
  await edit(id, 'theirs');
  await expect.poll(() => panel.$values.get()).toEqual({ title: 'theirs', note: '' });
  expect(panel.$fields.get().map(({ name }) => name)).toEqual(['title', 'note']);
});

test('an own deletion is not told', async () => {
  const { panel, id } = await open();
  const states: string[] = [];
  panel.$elsewhere.listen((state) => states.push(state));
  const { $question } = await import('#stores/app/confirm.ts');
  const removing = panel.remove();
  $question.get()?.answer(true);
  await removing;
  await until($records, (list) => list.state === 'ready' && !list.items.some((row) => row.id === id));
  expect(states).toEqual([]);
  expect(toasts()).toEqual(['Successfully deleted record.']);
});

test('a record of another collection, opened by a picker, is followed too', async () => {
  await showRecords(1);
  await isLive();
  const admin = backend().api;
  const other = await createCollection(admin, { name: uniqueName('other'), fields: [field('title')] });
  const { id } = await createRecord(admin, other.id, { title: 'before' });
  const watched = watchRequests();
  const panel = openRecordPanel({ collection: toCollection(other), recordId: id });
  await isLoaded(panel);
  await expect.poll(() => watched.sent).toContain('POST /api/realtime');
  // The subscription may not be known to the backend at once.
  await expect
    .poll(async () => {
      await elsewhere(other).edit(id, 'theirs');
      return title(panel);
    })
    .toBe('theirs');
  stop();
  await expect.poll(() => sdk(api()).realtime.isConnected).toBe(false);
});

test('what happened while the backend was down is found', async () => {
  const { panel, id, edit } = await open();
  await backend().kill();
  const held = holdRequests(({ path }) => path === '/api/realtime');
  await backend().restart();
  await edit(id, 'theirs');
  expect(title(panel)).toBe('row 0');
  held.release();
  await expect.poll(() => title(panel)).toBe('theirs');
});
