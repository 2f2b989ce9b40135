import { expect, test, vi } from 'vitest';
import { removeField, setFieldOption, setRequired } from '#domain/collections/editor/fields.ts';
import { renameCollection, setRule } from '#domain/collections/editor/values.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { browser, toasts, until } from '#tests/stores/records/record-fixture.ts';
import { uniqueName } from '#tests/support/factories.ts';
import { draftKey, editorOf, keep, keyOf, listed, made, namesOf, rename, stored } from './drafts-fixture.ts';

/** Runs `meanwhile` while a request of the method is on its way. */
function during(method: string, meanwhile: () => void) {
  const real = globalThis.fetch;
  return vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    if (init?.method === method) meanwhile();
    return real(url, init);
  });
}

test('what is typed while a change is being saved stays in the panel and goes with the next save', async () => {
  const collection = await made();
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
  keep();
  expect(browser.storage.get(draftKey(collection))).toContain('active');
  expect(await editor.save()).toBe(false);
  // Nobody else did it: the field has its id now and is renamed.
  expect(editor.$review.get()).toMatchObject({
    elsewhere: [],
    conflicts: [],
    changes: [{ text: 'Renamed field field → active' }, { text: 'View rule: admins only → anyone' }],
  });
  expect(await editor.confirmReview()).toBe(true);
  expect(await stored(collection.id)).toMatchObject({ listRule: '', viewRule: '' });
  expect(browser.storage.has(draftKey(collection))).toBe(false);
});

test('what is typed while a new collection is created makes it one to be edited', async () => {
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
  // The input that is typed in stays the same.
  expect(keyOf(editor, 'title')).toBe(added);
  editor.dispose();
  expect(browser.storage.has(draftKey())).toBe(false);
  const again = editorOf(await listed(created?.id ?? ''));
  again.restoreDraft();
  expect(namesOf(again)).toEqual(['title']);
  expect(await again.save()).toBe(false);
  expect(await again.confirmReview()).toBe(true);
});

test('a panel that is left while it saves leaves neither a draft nor the other screen', async () => {
  const onSaved = vi.fn();
  const editor = editorOf(undefined, { onSaved });
  const name = uniqueName('left');
  editor.edit((values) => renameCollection(values, name), 'name');
  editor.addField('text');
  during('POST', () => editor.dispose());
  expect(await editor.save()).toBe(true);
  expect(onSaved).not.toHaveBeenCalled();
  expect(browser.storage.has(draftKey())).toBe(false);
  await until($collectionList, (list) => list.some((one) => one.name === name));
});

test('a panel that is left while it saves leaves the draft of the next one alone', async () => {
  const collection = await made();
  const left = editorOf(collection);
  left.edit((values) => setRule(values, 'listRule', ''), 'listRule');
  during('PATCH', () => {
    left.dispose();
    const next = editorOf(collection);
    next.edit((values) => setRule(values, 'viewRule', 'rank > 1'), 'viewRule');
    keep();
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  expect(await left.save()).toBe(true);
  // Longer than any pause between two writes.
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(browser.storage.get(draftKey(collection))).toContain('rank > 1');
});

test('a field that was sent and removed again meanwhile is there to be removed', async () => {
  const collection = await made();
  const editor = editorOf(collection);
  editor.addField('bool');
  const added = keyOf(editor, 'field');
  const spy = during('PATCH', () => editor.editField(added, removeField));
  expect(await editor.save()).toBe(true);
  spy.mockRestore();
  expect(editor.$values.get().fields.at(-1)).toMatchObject({ name: 'field', toDelete: true });
  expect(await editor.save()).toBe(false);
  expect(await editor.confirmReview()).toBe(true);
  expect((await stored(collection.id)).schema.map(({ name }) => name)).toEqual(['title', 'rank']);
});

test('what is wrong with something typed during the look at what is stored is found before it is sent', async () => {
  const collection = await made();
  const editor = editorOf(collection);
  editor.addField('bool');
  const rank = keyOf(editor, 'rank');
  const title = keyOf(editor, 'title');
  editor.editField(rank, (values) => setRequired(values, rank, true), 'required');
  const patched = vi.fn();
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    if (init?.method === 'PATCH') patched();
    else editor.editField(title, (values) => setFieldOption(values, title, 'max', 1.5), 'options.max');
    return real(url, init);
  });
  expect(await editor.save()).toBe(false);
  expect(patched).not.toHaveBeenCalled();
  expect(editor.$fieldErrors.get()[title]).toEqual({ 'options.max': 'Must be a whole number.' });
});
