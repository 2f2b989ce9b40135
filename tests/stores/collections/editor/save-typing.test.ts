import { expect, test, vi } from 'vitest';
import { ownFields } from '#domain/backend/collection.ts';
import { removeField, setFieldOption, setRequired } from '#domain/collections/editor/fields.ts';
import { renameCollection, setRule } from '#domain/collections/editor/values.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { browser, toasts, until } from '#tests/stores/records/record-fixture.ts';
import { uniqueName } from '#tests/support/factories.ts';
import {
  createStored,
  draftKey,
  editorOf,
  flushDrafts,
  keyOf,
  namesOf,
  reloadListed,
  rename,
  stored,
} from './drafts-fixture.ts';

/** Calls `meanwhile` while a request with the method is pending. */
function during(method: string, meanwhile: () => void) {
  const originalFetch = globalThis.fetch;
  return vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    if (init?.method === method) meanwhile();
    return originalFetch(url, init);
  });
}

test('edits made during a pending save stay in the panel for the next save', async () => {
  const collection = await createStored();
  const onSaved = vi.fn();
  const editor = editorOf(collection, { onSaved });
  editor.edit((values) => setRule(values, 'listRule', ''), 'listRule');
  editor.addField('bool');
  const spy = during('PATCH', () => {
    rename(editor, 'field', 'active');
    editor.edit((values) => setRule(values, 'viewRule', ''), 'viewRule');
  });
  expect(await editor.save()).toBe(true);
  spy.mockRestore();
  expect(onSaved).toHaveBeenCalledOnce();
  expect(editor.$canSave.get()).toBe(true);
  flushDrafts();
  expect(browser.storage.get(draftKey(collection))).toContain('active');
  expect(await editor.save()).toBe(false);
  // This is not a change made elsewhere: the field now has an id and is renamed.
  expect(editor.$review.get()).toMatchObject({
    elsewhere: [],
    conflicts: [],
    changes: [{ text: 'Renamed field field → active' }, { text: 'View rule: admins only → anyone' }],
  });
  expect(await editor.confirmReview()).toBe(true);
  expect(await stored(collection.id)).toMatchObject({ listRule: '', viewRule: '' });
  expect(browser.storage.has(draftKey(collection))).toBe(false);
});

test('edits made while a new collection is created turn the form into an editor of that collection', async () => {
  const editor = editorOf();
  const name = uniqueName('born');
  editor.edit((values) => renameCollection(values, name), 'name');
  editor.addField('text');
  const added = keyOf(editor, 'field');
  const spy = during('POST', () => rename(editor, 'field', 'title'));
  expect(await editor.save()).toBe(true);
  spy.mockRestore();
  expect(toasts()).toEqual(['Successfully created collection.']);
  const created = editor.$saved.get();
  expect(created?.name).toBe(name);
  // The key is unchanged, so that the input keeps its focus.
  expect(keyOf(editor, 'title')).toBe(added);
  editor.dispose();
  expect(browser.storage.has(draftKey())).toBe(false);
  const again = editorOf(await reloadListed(created?.id ?? ''));
  again.restoreDraft();
  expect(namesOf(again)).toEqual(['title']);
  expect(await again.save()).toBe(false);
  expect(await again.confirmReview()).toBe(true);
});

test('a panel that is closed while it creates leaves no draft and does not navigate', async () => {
  const onSaved = vi.fn();
  const editor = editorOf(undefined, { onSaved });
  const name = uniqueName('closed');
  editor.edit((values) => renameCollection(values, name), 'name');
  editor.addField('text');
  during('POST', () => editor.dispose());
  expect(await editor.save()).toBe(true);
  expect(onSaved).not.toHaveBeenCalled();
  expect(browser.storage.has(draftKey())).toBe(false);
  await until($collectionList, (list) => list.some((one) => one.name === name));
});

test('a panel that is closed while it saves does not touch the draft of the next one', async () => {
  const collection = await createStored();
  const closed = editorOf(collection);
  closed.edit((values) => setRule(values, 'listRule', ''), 'listRule');
  during('PATCH', () => {
    closed.dispose();
    const next = editorOf(collection);
    next.edit((values) => setRule(values, 'viewRule', 'rank > 1'), 'viewRule');
    flushDrafts();
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  expect(await closed.save()).toBe(true);
  // Longer than the delay between two writes.
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(browser.storage.get(draftKey(collection))).toContain('rank > 1');
});

test('a new field that is removed during the save is marked for deletion', async () => {
  const collection = await createStored();
  const editor = editorOf(collection);
  editor.addField('bool');
  const added = keyOf(editor, 'field');
  const spy = during('PATCH', () => editor.editField(added, removeField));
  expect(await editor.save()).toBe(true);
  spy.mockRestore();
  expect(editor.$values.get().fields.at(-1)).toMatchObject({ name: 'field', toDelete: true });
  expect(await editor.save()).toBe(false);
  expect(await editor.confirmReview()).toBe(true);
  expect(ownFields(await stored(collection.id)).map(({ name }) => name)).toEqual(['title', 'rank']);
});

test('an invalid value typed while the stored collection loads is found before the save is sent', async () => {
  const collection = await createStored();
  const editor = editorOf(collection);
  editor.addField('bool');
  const rank = keyOf(editor, 'rank');
  const title = keyOf(editor, 'title');
  editor.editField(rank, (values) => setRequired(values, rank, true), 'required');
  const patched = vi.fn();
  const originalFetch = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    if (init?.method === 'PATCH') patched();
    else editor.editField(title, (values) => setFieldOption(values, title, 'max', 1.5), 'max');
    return originalFetch(url, init);
  });
  expect(await editor.save()).toBe(false);
  expect(patched).not.toHaveBeenCalled();
  expect(editor.$fieldErrors.get()[title]).toEqual({ max: 'Must be a whole number.' });
});
