import { afterEach, expect, test, vi } from 'vitest';
import { $question } from '#stores/app/confirm.ts';
import { $path, $query, go, startRouting } from '#stores/app/route.ts';
import { $collections, loadCollections } from '#stores/collections/list.ts';
import { startRecordPanels } from '#stores/records/panel/follow-route.ts';
import { $panels, openRecordPanel } from '#stores/records/panel/stack.ts';
import { holdRequests } from '#tests/stores/network-fixture.ts';
import { startStores } from '#tests/stores/start-stores.ts';
import { createCollection, createRecord, field, textFile, uniqueName } from '#tests/support/factories.ts';
import { answerQuestion, backend, browser, until } from '../record-fixture.ts';

const SAVING = 'The record is still being saved. Do you really want to stop that and leave?';
const NOT_STORED =
  'You have unsaved changes that no draft keeps, such as chosen files. Do you really want to leave?';

startStores(() => [startRouting(), $collections.listen(() => {}), startRecordPanels()]);
afterEach(() => {
  vi.restoreAllMocks();
  for (const panel of $panels.get()) panel.dispose();
});

/** Changes the address like a link, the back button or the address bar. */
function visit(hash: string): void {
  location.hash = hash;
  browser.dispatch('hashchange');
}

/** Opens a new record in a panel. */
async function openOne() {
  const { id } = await createCollection(backend().api, {
    name: uniqueName('left'),
    fields: [field('title'), field('photo', 'file')],
  });
  const row = await createRecord(backend().api, id, { title: 'a' });
  await loadCollections();
  go('collections', { collectionId: id, recordId: row.id });
  const [panel] = await until($panels, ({ length }) => length === 1);
  if (!panel) throw new Error('No panel was opened.');
  await until(panel.$record, (load) => load.state === 'ready');
  return { panel, id, row };
}

test('leaving does not ask about text, because the draft keeps it', async () => {
  const { panel } = await openOne();
  panel.set('title', 'typed');
  expect(browser.asksOnUnload()).toBe(false);
  visit('#/logs');
  expect($path.get()).toBe('/logs');
  expect($panels.get()).toEqual([]);
});

test('leaving for another screen, collection or page asks about chosen files', async () => {
  const { panel, id, row } = await openOne();
  expect(browser.asksOnUnload()).toBe(false);
  panel.set('photo', { names: [], deleted: [], added: [textFile()] });
  expect(browser.asksOnUnload()).toBe(true);
  for (const hash of ['#/logs', '#/collections?collectionId=another']) {
    visit(hash);
    expect(await answerQuestion(false)).toBe(NOT_STORED);
    expect($query.get()).toMatchObject({ collectionId: id, recordId: row.id });
    expect($panels.get()).toEqual([panel]);
  }
  // The panel stays open when only the list changes.
  visit(`#/collections?collectionId=${id}&recordId=${row.id}&filter=x`);
  expect($question.get()).toBeUndefined();
  expect($panels.get()).toEqual([panel]);
  visit('#/logs');
  await answerQuestion(true);
  await until($panels, ({ length }) => length === 0);
  browser.dispatch('hashchange');
  expect($path.get()).toBe('/logs');
  expect(browser.asksOnUnload()).toBe(false);
});

test('leaving asks about text when no draft can be stored', async () => {
  const { panel } = await openOne();
  browser.quota = 10;
  panel.set('title', 'typed');
  browser.dispatch('pagehide');
  expect(browser.asksOnUnload()).toBe(true);
});

test('going back and reloading ask before they stop a pending save', async () => {
  const { panel, id, row } = await openOne();
  panel.set('title', 'typed');
  const originalFetch = globalThis.fetch;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (init?.method === 'PATCH') await held;
    return originalFetch(url, init);
  });
  const saving = panel.save();
  await until(panel.$saving, ({ state }) => state !== 'idle');
  expect(browser.asksOnUnload()).toBe(true);
  visit(`#/collections?collectionId=${id}`);
  expect(await answerQuestion(false)).toBe(SAVING);
  expect($query.get()['recordId']).toBe(row.id);
  visit('#/logs');
  expect(await answerQuestion(false)).toBe(SAVING);
  release();
  expect(await saving).toBe(true);
  expect(await backend().api.get(`/api/collections/${id}/records/${row.id}`)).toMatchObject({
    title: 'typed',
  });
});

test('with several panels, leaving asks about the pending save first', async () => {
  const { panel } = await openOne();
  panel.set('photo', { names: [], deleted: [], added: [textFile()] });
  const top = openRecordPanel({ collection: panel.$collection.get() });
  top.set('title', 'typed');
  const { arrived, release } = holdRequests(({ method }) => method === 'POST');
  const saving = top.save();
  await arrived;
  visit('#/logs');
  expect(await answerQuestion(false)).toBe(SAVING);
  release();
  expect(await saving).toBe(true);
  visit('#/logs');
  expect(await answerQuestion(false)).toBe(NOT_STORED);
});
