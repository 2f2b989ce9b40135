import { afterEach, expect, test } from 'vitest';
import { $query, go, startRouting } from '#stores/app/route.ts';
import { $editors, openEditor, startEditors } from '#stores/collections/editor/editor.ts';
import {
  $areEditorsNeeded,
  cancelEditor,
  openCollectionEditor,
  openNewCollection,
} from '#stores/collections/editor/open.ts';
import { browser, until } from '#tests/stores/records/record-fixture.ts';
import { startStores } from '#tests/stores/start-stores.ts';
import { uniqueName } from '#tests/support/factories.ts';
import { createStored, keyOf, rename } from './drafts-fixture.ts';

const stops = startStores(() => [startRouting(), startEditors()]);
afterEach(() => {
  for (const editor of $editors.get()) editor.dispose();
});

const top = () => {
  const editor = $editors.get().at(-1);
  if (!editor) throw new Error('No editor is open.');
  return editor;
};
const setName = (name: string) => top().edit((values) => ({ ...values, name }), 'name');

/** Saves the new collection of the topmost editor, with a field in it. */
async function saveNew(name: string) {
  setName(name);
  top().addField('text');
  rename(top(), top().$values.get().fields[0]?.name ?? '', 'title');
  expect(await top().save()).toBe(true);
}

test('[CS-08] an action opens one empty editor', async () => {
  await openNewCollection();
  expect($areEditorsNeeded.get()).toBe(true);
  expect($editors.get()).toHaveLength(1);
  expect(top().$saved.get()).toBeUndefined();
});

test('[CS-11] an action opens the editor of a collection', async () => {
  const collection = await createStored();
  await openCollectionEditor(collection.id);
  expect(top().$saved.get()?.id).toBe(collection.id);
});

test('an editor whose code can’t be shown is given up', async () => {
  const collection = await createStored();
  await openCollectionEditor(collection.id, 'rules');
  expect(top().$tab.get()).toBe('rules');
  cancelEditor();
  expect([$editors.get(), $areEditorsNeeded.get()]).toEqual([[], false]);
  await openCollectionEditor(collection.id);
  expect(top().$tab.get()).toBe('fields');
});

test('nothing opens for an unlisted collection, or after another screen was opened', async () => {
  await openCollectionEditor('unknown');
  expect($editors.get()).toEqual([]);
  go('collections');
  const opening = openNewCollection();
  go('logs');
  await opening;
  expect($editors.get()).toEqual([]);
});

test('[OP-13] a new collection becomes active, without the previous filter and sort', async () => {
  const before = await createStored();
  go('collections', { collectionId: before.id, filter: 'a', sort: '-title', recordId: 'x' });
  await openNewCollection();
  await saveNew(uniqueName('fresh'));
  expect($editors.get()).toEqual([]);
  const query = $query.get();
  expect(query['collectionId']).not.toBe(before.id);
  expect(Object.keys(query)).toEqual(['collectionId']);
});

test('an update does not change the address', async () => {
  const collection = await createStored();
  go('collections', { collectionId: 'other', filter: 'a' });
  await openCollectionEditor(collection.id);
  await until(top().$freshness, (freshness) => freshness === 'ready');
  top().addField('bool');
  rename(top(), top().$values.get().fields.at(-1)?.name ?? '', 'done');
  expect(await top().save()).toBe(true);
  expect($query.get()).toEqual({ collectionId: 'other', filter: 'a' });
});

test('[FO-12] an editor opened for a relation reports the saved collection and does not change the address', async () => {
  go('collections', { collectionId: 'other', filter: 'a' });
  await openNewCollection();
  const below = top();
  const savedNames: string[] = [];
  openEditor({ onSaved: ({ name }) => savedNames.push(name) });
  expect($editors.get()).toHaveLength(2);
  const name = uniqueName('related');
  await saveNew(name);
  expect(savedNames).toEqual([name]);
  expect($editors.get()).toEqual([below]);
  expect($query.get()).toEqual({ collectionId: 'other', filter: 'a' });
});

test('[CE-19] a duplicate replaces the editor of the original', async () => {
  const collection = await createStored();
  await openCollectionEditor(collection.id);
  const first = top();
  await first.duplicate();
  expect($editors.get()).toHaveLength(1);
  expect(top()).not.toBe(first);
  expect(top().$saved.get()).toBeUndefined();
  expect(top().$values.get().name).not.toBe(collection.name);
  expect(keyOf(top(), 'title')).not.toBe('');
});

test('[SH-07] opening another screen closes every editor', async () => {
  go('collections');
  await openNewCollection();
  openEditor({});
  go('collections', { filter: 'a' });
  expect($editors.get()).toHaveLength(2);
  go('logs');
  expect($editors.get()).toEqual([]);
});

test('the browser asks before a page with edits is left', async () => {
  await openNewCollection();
  expect(browser.asksOnUnload()).toBe(false);
  openEditor({});
  top().addField('text');
  expect(browser.asksOnUnload()).toBe(true);
  top().dispose();
  expect(browser.asksOnUnload()).toBe(false);
});

test('after a stop, routes close no editor and edits do not block leaving the page', async () => {
  go('collections');
  await openNewCollection();
  top().addField('text');
  stops.pop()?.();
  expect($editors.get()).toEqual([]);
  openEditor({});
  top().addField('text');
  expect(browser.asksOnUnload()).toBe(false);
  go('logs');
  expect($editors.get()).toHaveLength(1);
  stops.push(startEditors());
  go('collections');
  expect($editors.get()).toEqual([]);
});
