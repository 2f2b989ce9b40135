import { expect, test, vi } from 'vitest';
import { removeField } from '#domain/collections/editor/fields.ts';
import { newValues, renameCollection, setRule, setType } from '#domain/collections/editor/values.ts';
import { $toasts } from '#stores/app/toasts.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { hold, refuse, watch } from '#tests/stores/network-fixture.ts';
import { answer, browser, toasts, until } from '#tests/stores/records/record-fixture.ts';
import { uniqueName } from '#tests/support/factories.ts';
import { draftKey, editorOf, keep, keyOf, listed, made, stored } from './drafts-fixture.ts';

const MESSAGE = 'The backend says no.';
const SAVED = 'Stopped waiting. Your changes may still have been saved.';
const DELETED = 'Stopped waiting. The collection may still have been deleted.';

const openList = (editor: CollectionEditor) =>
  editor.edit((values) => setRule(values, 'listRule', ''), 'listRule');

/** An editor of a stored collection that has been read. */
async function opened(options: Parameters<typeof editorOf>[1] = {}) {
  const collection = await made();
  const editor = editorOf(collection, options);
  await until(editor.$freshness, (state) => state === 'ready');
  return { collection, editor };
}

test('a save that is given up before anything was sent leaves the panel as it was', async () => {
  const { collection, editor } = await opened();
  openList(editor);
  const { arrived, letThrough } = hold(({ path }) => path.endsWith(collection.id));
  const saving = editor.save();
  await arrived;
  expect(editor.$isBusy.get()).toBe(true);
  expect(editor.$canSave.get()).toBe(false);
  editor.stopWaiting();
  expect(await saving).toBe(false);
  letThrough();
  expect(editor.$isBusy.get()).toBe(false);
  expect(editor.$canSave.get()).toBe(true);
  expect(editor.$values.get().listRule).toBe('');
  expect(toasts()).toEqual([]);
});

test('a save that is given up after it was sent may have had its effect', async () => {
  const { collection, editor } = await opened();
  openList(editor);
  const { arrived, letThrough } = hold(({ method }) => method === 'PATCH');
  const saving = editor.save();
  await arrived;
  const { sent } = watch();
  editor.stopWaiting();
  expect(await saving).toBe(false);
  letThrough();
  // The list tells what became of it.
  expect(sent).toEqual(['GET /api/collections']);
  expect($toasts.get().map(({ type, message }) => [type, message])).toEqual([['warning', SAVED]]);
  expect(editor.$isBusy.get()).toBe(false);
  expect(await stored(collection.id)).toMatchObject({ listRule: null });
});

test('a deletion that is given up after it was sent may have had its effect, and the panel stays', async () => {
  const onClose = vi.fn();
  const { collection, editor } = await opened({ onClose });
  const { arrived, letThrough } = hold(({ method }) => method === 'DELETE');
  const removing = editor.remove();
  await answer(true);
  await arrived;
  editor.stopWaiting();
  await removing;
  letThrough();
  expect(toasts()).toEqual([DELETED]);
  expect(onClose).not.toHaveBeenCalled();
  expect(await stored(collection.id)).toMatchObject({ name: collection.name });
});

test('a copy that is given up while it is made is not opened', async () => {
  const onDuplicate = vi.fn();
  const { editor } = await opened({ onDuplicate });
  const copying = editor.duplicate();
  await until(editor.$isBusy, Boolean);
  editor.stopWaiting();
  await copying;
  expect(onDuplicate).not.toHaveBeenCalled();
  expect(editor.$isBusy.get()).toBe(false);
});

test('there is nothing to give up while nothing is under way', async () => {
  const { editor } = await opened();
  openList(editor);
  expect(await editor.save()).toBe(true);
  const before = toasts();
  editor.stopWaiting();
  expect(toasts()).toEqual(before);
});

test('a panel that waits for an answer neither closes nor begins another call', async () => {
  const onDuplicate = vi.fn();
  const { editor } = await opened({ onDuplicate });
  openList(editor);
  const { arrived, letThrough } = hold(({ method }) => method === 'PATCH');
  const saving = editor.save();
  await arrived;
  expect(await editor.close()).toBe(false);
  expect(await editor.save()).toBe(false);
  const { sent, stop } = watch();
  const removing = editor.remove();
  await answer(true);
  await removing;
  expect(sent).toEqual([]);
  stop();
  letThrough();
  expect(await saving).toBe(true);
});

test('[CE-20] a collection is neither deleted after a no nor before it is stored', async () => {
  const onClose = vi.fn();
  const { editor } = await opened({ onClose });
  const { sent } = watch();
  const removing = editor.remove();
  await answer(false);
  await removing;
  await editorOf().remove();
  expect(sent).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});

test('[CE-20] a deleted collection leaves no draft, and says so', async () => {
  const { collection, editor } = await opened();
  openList(editor);
  keep();
  expect(browser.storage.has(draftKey(collection))).toBe(true);
  const removing = editor.remove();
  await answer(true);
  await removing;
  expect(toasts()).toEqual([`Successfully deleted collection "${collection.name}".`]);
  expect(browser.storage.has(draftKey(collection))).toBe(false);
});

test('[CE-19] a copy of changed fields is made after a yes, of a new collection never', async () => {
  const onDuplicate = vi.fn();
  const { editor } = await opened({ onDuplicate });
  openList(editor);
  const refused = editor.duplicate();
  expect(await answer(false)).toBe('You have unsaved changes. Do you really want to discard them?');
  await refused;
  expect(onDuplicate).not.toHaveBeenCalled();
  const copied = editor.duplicate();
  await answer(true);
  await copied;
  expect(onDuplicate).toHaveBeenCalledOnce();
  await editorOf(undefined, { onDuplicate }).duplicate();
  expect(onDuplicate).toHaveBeenCalledOnce();
});

test('what is typed while a save is under way in a panel that is left becomes its draft', async () => {
  const onSaved = vi.fn();
  const { collection, editor } = await opened({ onSaved });
  openList(editor);
  const { arrived, letThrough } = hold(({ method }) => method === 'PATCH');
  const saving = editor.save();
  await arrived;
  editor.edit((values) => setRule(values, 'viewRule', 'rank > 7'), 'viewRule');
  editor.dispose();
  letThrough();
  expect(await saving).toBe(true);
  expect(onSaved).not.toHaveBeenCalled();
  expect(browser.storage.get(draftKey(collection))).toContain('rank > 7');
  const next = editorOf(await listed(collection.id));
  expect(next.$offeredDraft.get()).toBeDefined();
});

test('nothing can be decided while nothing is asked', async () => {
  const { editor } = await opened();
  openList(editor);
  editor.choose('listRule', 'mine');
  expect(editor.$review.get()).toBeUndefined();
  expect(await editor.confirmReview()).toBe(false);
  expect(await editorOf().confirmReview()).toBe(false);
});

test('a review that was cancelled can’t be confirmed any more', async () => {
  const { collection, editor } = await opened();
  editor.editField(keyOf(editor, 'rank'), removeField);
  expect(await editor.save()).toBe(false);
  editor.cancelReview();
  expect(await editor.confirmReview()).toBe(false);
  editor.choose('listRule', 'mine');
  expect(editor.$review.get()).toBeUndefined();
  expect((await stored(collection.id)).schema).toHaveLength(2);
});

test('[CE-22] a refusal of the whole list of fields goes with the next field', async () => {
  const editor = editorOf();
  editor.edit((values) => renameCollection(values, uniqueName('empty')), 'name');
  const data = { schema: { code: 'x', message: 'At least one field is needed.' } };
  refuse(({ method }) => method === 'POST', MESSAGE, 400, data);
  expect(await editor.save()).toBe(false);
  expect(editor.$errors.get()).toEqual({ schema: 'At least one field is needed.' });
  editor.addField('text');
  expect(editor.$errors.get()).toEqual({});
});

test('[CE-06] a refusal that no tab shows leaves the tab on screen', async () => {
  const editor = editorOf();
  editor.addField('text');
  editor.$tab.set('rules');
  const data = { name: { code: 'x', message: 'Already used.' } };
  refuse(({ method }) => method === 'POST', MESSAGE, 400, data);
  expect(await editor.save()).toBe(false);
  expect(editor.$errors.get()).toEqual({ name: 'Already used.' });
  expect(editor.$tab.get()).toBe('rules');
});

test('messages about fields and indexes go with the type that had them', async () => {
  const editor = editorOf();
  const message = 'Not possible.';
  const wrong = { code: 'x', message };
  refuse(({ method }) => method === 'POST', MESSAGE, 400, { schema: wrong, indexes: wrong, name: wrong });
  expect(await editor.save()).toBe(false);
  expect(editor.$errors.get()).toEqual({ schema: message, indexes: message, name: message });
  editor.setType('view');
  expect(editor.$errors.get()).toEqual({ name: message });
});

test('[RU-04] the message about a rule goes when it is locked, that of another stays', async () => {
  const editor = editorOf();
  editor.setType('auth');
  editor.edit((values) => renameCollection(values, uniqueName('ruled')), 'name');
  const message = 'Invalid rule.';
  const wrong = { code: 'x', message };
  refuse(({ method }) => method === 'POST', MESSAGE, 400, {
    listRule: wrong,
    options: { manageRule: wrong },
  });
  expect(await editor.save()).toBe(false);
  expect(editor.$errors.get()).toEqual({ listRule: message, 'options.manageRule': message });
  editor.toggleRule('manageRule');
  expect(editor.$errors.get()).toEqual({ listRule: message });
  editor.toggleRule('listRule');
  expect(editor.$errors.get()).toEqual({});
});

test('[CE-05] a restored draft of another type leaves the tab of options that it does not have', () => {
  const first = editorOf();
  first.edit((values) => renameCollection(values, 'drafted'), 'name');
  keep();
  first.dispose();
  const copy = editorOf(undefined, { values: setType(newValues(), 'auth') });
  copy.$tab.set('options');
  copy.restoreDraft();
  expect(copy.$values.get()).toMatchObject({ name: 'drafted', type: 'base' });
  expect(copy.$tab.get()).toBe('fields');
  copy.$tab.set('rules');
  copy.restoreDraft();
  expect(copy.$tab.get()).toBe('rules');
});
