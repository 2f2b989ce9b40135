import { afterEach, expect, test, vi } from 'vitest';
import { $question } from '#stores/app/confirm.ts';
import { $path, $query, go, startRouting } from '#stores/app/route.ts';
import { $collections, loadCollections } from '#stores/collections/list.ts';
import { startRecordPanels } from '#stores/records/panel/follow-route.ts';
import { $panels, openRecordPanel } from '#stores/records/panel/stack.ts';
import { hold } from '#tests/stores/network-fixture.ts';
import { startStores } from '#tests/stores/start-stores.ts';
import { createCollection, createRecord, field, textFile, uniqueName } from '#tests/support/factories.ts';
import { answer, backend, browser, until } from '../record-fixture.ts';

const SAVING = 'The record is still being saved. Do you really want to stop that and leave?';
const UNKEPT =
  'You have unsaved changes that no draft keeps, such as chosen files. Do you really want to leave?';

startStores(() => [startRouting(), $collections.listen(() => {}), startRecordPanels()]);
afterEach(() => {
  vi.restoreAllMocks();
  for (const panel of $panels.get()) panel.dispose();
});

/** Goes somewhere as a link, the way back or a typed address does. */
function visit(hash: string): void {
  location.hash = hash;
  browser.dispatch('hashchange');
}

/** A record that is open in a panel. */
async function openOne() {
  const { id } = await createCollection(backend().api, {
    name: uniqueName('left'),
    schema: [field('title'), field('photo', 'file')],
  });
  const row = await createRecord(backend().api, id, { title: 'a' });
  await loadCollections();
  go('collections', { collectionId: id, recordId: row.id });
  const [panel] = await until($panels, ({ length }) => length === 1);
  if (!panel) throw new Error('No panel was opened.');
  await until(panel.$record, (load) => load.state === 'ready');
  return { panel, id, row };
}

test('nothing is asked about text, which the draft keeps', async () => {
  const { panel } = await openOne();
  panel.set('title', 'typed');
  expect(browser.asksOnUnload()).toBe(false);
  visit('#/logs');
  expect($path.get()).toBe('/logs');
  expect($panels.get()).toEqual([]);
});

test('chosen files are asked about before another screen, collection or page takes them', async () => {
  const { panel, id, row } = await openOne();
  expect(browser.asksOnUnload()).toBe(false);
  panel.set('photo', { names: [], deleted: [], added: [textFile()] });
  expect(browser.asksOnUnload()).toBe(true);
  for (const hash of ['#/logs', '#/collections?collectionId=another']) {
    visit(hash);
    expect(await answer(false)).toBe(UNKEPT);
    expect($query.get()).toMatchObject({ collectionId: id, recordId: row.id });
    expect($panels.get()).toEqual([panel]);
  }
  // The panel stays where only the list changes.
  visit(`#/collections?collectionId=${id}&recordId=${row.id}&filter=x`);
  expect($question.get()).toBeUndefined();
  expect($panels.get()).toEqual([panel]);
  visit('#/logs');
  await answer(true);
  await until($panels, ({ length }) => length === 0);
  browser.dispatch('hashchange');
  expect($path.get()).toBe('/logs');
  expect(browser.asksOnUnload()).toBe(false);
});

test('text is asked about where no draft can be kept', async () => {
  const { panel } = await openOne();
  browser.quota = 10;
  panel.set('title', 'typed');
  browser.dispatch('pagehide');
  expect(browser.asksOnUnload()).toBe(true);
});

test('a save under way is neither stopped by the way back nor by a reload without a question', async () => {
  const { panel, id, row } = await openOne();
  panel.set('title', 'typed');
  const real = globalThis.fetch;
  const { promise: held, resolve: letThrough } = Promise.withResolvers<void>();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (init?.method === 'PATCH') await held;
    return real(url, init);
  });
  const saving = panel.save();
  await until(panel.$saving, ({ state }) => state !== 'idle');
  expect(browser.asksOnUnload()).toBe(true);
  visit(`#/collections?collectionId=${id}`);
  expect(await answer(false)).toBe(SAVING);
  expect($query.get()['recordId']).toBe(row.id);
  visit('#/logs');
  expect(await answer(false)).toBe(SAVING);
  letThrough();
  expect(await saving).toBe(true);
  expect(await backend().api.get(`/api/collections/${id}/records/${row.id}`)).toMatchObject({
    title: 'typed',
  });
});

test('of several panels a save under way is what leaving asks about', async () => {
  const { panel } = await openOne();
  panel.set('photo', { names: [], deleted: [], added: [textFile()] });
  const top = openRecordPanel({ collection: panel.$collection.get() });
  top.set('title', 'typed');
  const { arrived, letThrough } = hold(({ method }) => method === 'POST');
  const saving = top.save();
  await arrived;
  visit('#/logs');
  expect(await answer(false)).toBe(SAVING);
  letThrough();
  expect(await saving).toBe(true);
  visit('#/logs');
  expect(await answer(false)).toBe(UNKEPT);
});
