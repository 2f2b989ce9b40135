import { expect, test, vi } from 'vitest';
import { ownFields } from '#domain/backend/collection.ts';
import { removeField } from '#domain/collections/editor/fields.ts';
import {
  newCollectionValues,
  renameCollection,
  setRule,
  setType,
} from '#domain/collections/editor/values.ts';
import { $toasts } from '#stores/app/toasts.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { holdRequests, rejectRequests, watchRequests } from '#tests/stores/network-fixture.ts';
import { answerQuestion, browser, toasts, until } from '#tests/stores/records/record-fixture.ts';
import { uniqueName } from '#tests/support/factories.ts';
import {
  createStored,
  draftKey,
  editorOf,
  flushDrafts,
  keyOf,
  reloadListed,
  stored,
} from './drafts-fixture.ts';

const MESSAGE = 'The backend says no.';
const SAVED = 'Stopped waiting. Your changes may still have been saved.';
const DELETED = 'Stopped waiting. The collection may still have been deleted.';

const setListRule = (editor: CollectionEditor) =>
  editor.edit((values) => setRule(values, 'listRule', ''), 'listRule');

/** An editor of a stored collection that has loaded. */
async function openEditor(options: Parameters<typeof editorOf>[1] = {}) {
  const collection = await createStored();
  const editor = editorOf(collection, options);
  await until(editor.$freshness, (state) => state === 'ready');
  return { collection, editor };
}

test('cancelling a save before anything was sent leaves the panel unchanged', async () => {
  const { collection, editor } = await openEditor();
  setListRule(editor);
  const { arrived, release } = holdRequests(({ path }) => path.endsWith(collection.id));
  const saving = editor.save();
  await arrived;
  expect(editor.$isBusy.get()).toBe(true);
  expect(editor.$canSave.get()).toBe(false);
  editor.stopWaiting();
  expect(await saving).toBe(false);
  release();
  expect(editor.$isBusy.get()).toBe(false);
  expect(editor.$canSave.get()).toBe(true);
  expect(editor.$values.get().listRule).toBe('');
  expect(toasts()).toEqual([]);
});

test('cancelling a save after it was sent warns that it may have taken effect', async () => {
  const { collection, editor } = await openEditor();
  setListRule(editor);
  const { arrived, release } = holdRequests(({ method }) => method === 'PATCH');
  const saving = editor.save();
  await arrived;
  const { sent } = watchRequests();
  editor.stopWaiting();
  expect(await saving).toBe(false);
  release();
  // The reloaded list shows the outcome.
  expect(sent).toEqual(['GET /api/collections']);
  expect($toasts.get().map(({ type, message }) => [type, message])).toEqual([['warning', SAVED]]);
  expect(editor.$isBusy.get()).toBe(false);
  expect(await stored(collection.id)).toMatchObject({ listRule: null });
});

test('cancelling a deletion after it was sent warns that it may have taken effect, and keeps the panel open', async () => {
  const onClose = vi.fn();
  const { collection, editor } = await openEditor({ onClose });
  const { arrived, release } = holdRequests(({ method }) => method === 'DELETE');
  const removing = editor.remove();
  await answerQuestion(true);
  await arrived;
  editor.stopWaiting();
  await removing;
  release();
  expect(toasts()).toEqual([DELETED]);
  expect(onClose).not.toHaveBeenCalled();
  expect(await stored(collection.id)).toMatchObject({ name: collection.name });
});

test('a duplicate that is cancelled while it is created is not opened', async () => {
  const onDuplicate = vi.fn();
  const { editor } = await openEditor({ onDuplicate });
  const copying = editor.duplicate();
  await until(editor.$isBusy, Boolean);
  editor.stopWaiting();
  await copying;
  expect(onDuplicate).not.toHaveBeenCalled();
  expect(editor.$isBusy.get()).toBe(false);
});

test('[CE-20] a collection is not deleted when the question is declined or when it is not stored yet', async () => {
  const onClose = vi.fn();
  const { collection, editor } = await openEditor({ onClose });
  const { sent } = watchRequests();
  const removing = editor.remove();
  await answerQuestion(false);
  await removing;
  await editorOf().remove();
  // The question names the number of records.
  expect(sent).toEqual([`GET /api/collections/${collection.id}/records`]);
  expect(onClose).not.toHaveBeenCalled();
});

test('[CE-20] deleting a collection removes its draft and shows a toast', async () => {
  const { collection, editor } = await openEditor();
  setListRule(editor);
  flushDrafts();
  expect(browser.storage.has(draftKey(collection))).toBe(true);
  const removing = editor.remove();
  await answerQuestion(true);
  await removing;
  expect(toasts()).toEqual([`Successfully deleted collection "${collection.name}".`]);
  expect(browser.storage.has(draftKey(collection))).toBe(false);
});

test('[CE-19] duplicating with unsaved changes needs confirmation, and a new collection is never duplicated', async () => {
  const onDuplicate = vi.fn();
  const { editor } = await openEditor({ onDuplicate });
  setListRule(editor);
  const declined = editor.duplicate();
  expect(await answerQuestion(false)).toBe('You have unsaved changes. Do you really want to discard them?');
  await declined;
  expect(onDuplicate).not.toHaveBeenCalled();
  const copied = editor.duplicate();
  await answerQuestion(true);
  await copied;
  expect(onDuplicate).toHaveBeenCalledOnce();
  await editorOf(undefined, { onDuplicate }).duplicate();
  expect(onDuplicate).toHaveBeenCalledOnce();
});

test('edits made during a pending save become a draft when the panel is closed', async () => {
  const onSaved = vi.fn();
  const { collection, editor } = await openEditor({ onSaved });
  setListRule(editor);
  const { arrived, release } = holdRequests(({ method }) => method === 'PATCH');
  const saving = editor.save();
  await arrived;
  editor.edit((values) => setRule(values, 'viewRule', 'rank > 7'), 'viewRule');
  editor.dispose();
  release();
  expect(await saving).toBe(true);
  expect(onSaved).not.toHaveBeenCalled();
  expect(browser.storage.get(draftKey(collection))).toContain('rank > 7');
  const next = editorOf(await reloadListed(collection.id));
  expect(next.$offeredDraft.get()).toBeDefined();
});

test('choose and confirmReview do nothing without a review', async () => {
  const { editor } = await openEditor();
  setListRule(editor);
  editor.choose('listRule', 'mine');
  expect(editor.$review.get()).toBeUndefined();
  expect(await editor.confirmReview()).toBe(false);
  expect(await editorOf().confirmReview()).toBe(false);
});

test('a cancelled review can’t be confirmed', async () => {
  const { collection, editor } = await openEditor();
  editor.editField(keyOf(editor, 'rank'), removeField);
  expect(await editor.save()).toBe(false);
  editor.cancelReview();
  expect(await editor.confirmReview()).toBe(false);
  editor.choose('listRule', 'mine');
  expect(editor.$review.get()).toBeUndefined();
  expect(ownFields(await stored(collection.id))).toHaveLength(2);
});

test('[CE-22] an error of the whole list of fields disappears when a field is added', async () => {
  const editor = editorOf();
  editor.edit((values) => renameCollection(values, uniqueName('empty')), 'name');
  const data = { schema: { code: 'x', message: 'At least one field is needed.' } };
  rejectRequests(({ method }) => method === 'POST', MESSAGE, 400, data);
  expect(await editor.save()).toBe(false);
  expect(editor.$errors.get()).toEqual({ fields: 'At least one field is needed.' });
  editor.addField('text');
  expect(editor.$errors.get()).toEqual({});
});

test('[CE-06] an error that no tab shows does not change the tab', async () => {
  const editor = editorOf();
  editor.addField('text');
  editor.$tab.set('rules');
  const data = { name: { code: 'x', message: 'Already used.' } };
  rejectRequests(({ method }) => method === 'POST', MESSAGE, 400, data);
  expect(await editor.save()).toBe(false);
  expect(editor.$errors.get()).toEqual({ name: 'Already used.' });
  // The field itself shows the rest.
  expect(toasts()).toEqual([MESSAGE]);
  expect(editor.$tab.get()).toBe('rules');
});

test('errors of fields and indexes disappear when the new type has neither', async () => {
  const editor = editorOf();
  const message = 'Not possible.';
  const wrong = { code: 'x', message };
  rejectRequests(({ method }) => method === 'POST', MESSAGE, 400, {
    schema: wrong,
    indexes: wrong,
    name: wrong,
  });
  expect(await editor.save()).toBe(false);
  expect(editor.$errors.get()).toEqual({ fields: message, indexes: message, name: message });
  editor.setType('view');
  expect(editor.$errors.get()).toEqual({ name: message });
});

test('[RU-04] the error of a rule disappears when the rule is locked, others stay', async () => {
  const editor = editorOf();
  editor.setType('auth');
  editor.edit((values) => renameCollection(values, uniqueName('ruled')), 'name');
  const message = 'Invalid rule.';
  const wrong = { code: 'x', message };
  rejectRequests(({ method }) => method === 'POST', MESSAGE, 400, {
    listRule: wrong,
    options: { manageRule: wrong },
  });
  expect(await editor.save()).toBe(false);
  expect(editor.$errors.get()).toEqual({ listRule: message, manageRule: message });
  editor.toggleRule('manageRule');
  expect(editor.$errors.get()).toEqual({ listRule: message });
  editor.toggleRule('listRule');
  expect(editor.$errors.get()).toEqual({});
});

test('[CE-05] restoring a draft of a type without options switches from the options tab to the fields', () => {
  const first = editorOf();
  first.edit((values) => renameCollection(values, 'drafted'), 'name');
  flushDrafts();
  first.dispose();
  const copy = editorOf(undefined, { values: setType(newCollectionValues(), 'auth') });
  copy.$tab.set('options');
  copy.restoreDraft();
  expect(copy.$values.get()).toMatchObject({ name: 'drafted', type: 'base' });
  expect(copy.$tab.get()).toBe('fields');
  copy.$tab.set('rules');
  copy.restoreDraft();
  expect(copy.$tab.get()).toBe('rules');
});
