import { expect, test } from 'vitest';
import { ownFields } from '#domain/backend/collection.ts';
import { removeField, restoreField } from '#domain/collections/editor/fields.ts';
import { setIndex, setRule } from '#domain/collections/editor/values.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { answerRequests, loseResponses } from '#tests/stores/network-fixture.ts';
import { backend } from '#tests/stores/records/record-fixture.ts';
import { createStored, editorOf, keyOf, reloadListed, rename, stored } from './drafts-fixture.ts';

const isUpdate = ({ method }: { method: string }) => method === 'PATCH';
const setListRule = (editor: CollectionEditor, rule: string | null) =>
  editor.edit((values) => setRule(values, 'listRule', rule), 'listRule');
const setViewRule = (editor: CollectionEditor, rule: string | null) =>
  editor.edit((values) => setRule(values, 'viewRule', rule), 'viewRule');

/** Saves without a response; the review is confirmed if there is one. */
async function loseSave(editor: CollectionEditor, isStored: boolean) {
  const restore = isStored
    ? loseResponses(isUpdate)
    : answerRequests(isUpdate, () => new Response('', { status: 502 }));
  expect(await editor.save({ keepOpen: true })).toBe(false);
  if (editor.$review.get()) expect(await editor.confirmReview()).toBe(false);
  restore();
}

/** Saves and returns the lines of the review, which is confirmed; undefined if there was none. */
async function save(editor: CollectionEditor) {
  const isSaved = await editor.save({ keepOpen: true });
  const review = editor.$review.get();
  if (review) expect(await editor.confirmReview()).toBe(true);
  else expect(isSaved).toBe(true);
  return (
    review && {
      conflicts: review.conflicts,
      elsewhere: review.elsewhere.map(({ text }) => text),
      changes: review.changes.map(({ text }) => text),
    }
  );
}

test.each([true, false])(
  'what is put back after a save without a response can be saved, also after a reload (stored: %s)',
  async (isStored) => {
    const collection = await createStored();
    const { id } = collection;
    const editor = editorOf(collection);
    setListRule(editor, '');
    await loseSave(editor, isStored);
    setListRule(editor, null);
    expect([editor.$isDirty.get(), editor.$canSave.get()]).toEqual([true, true]);
    editor.dispose();
    const again = editorOf(await reloadListed(id));
    // Nothing has to be put back if it was not stored.
    expect(again.$offeredDraft.get() !== undefined).toBe(isStored);
    if (isStored) again.restoreDraft();
    setViewRule(again, '');
    await loseSave(again, isStored);
    setViewRule(again, null);
    setListRule(again, null);
    expect(await save(again)).toBeUndefined();
    expect(await stored(id)).toMatchObject({ listRule: null, viewRule: null });
    expect(again.$isDirty.get()).toBe(false);
    setViewRule(again, '');
    setViewRule(again, null);
    expect(again.$isDirty.get()).toBe(false);
  },
);

test.each([true, false])(
  'a save without a response is not taken for changes by others (stored: %s)',
  async (isStored) => {
    const collection = await createStored();
    const { id, name } = collection;
    const editor = editorOf(collection);
    setListRule(editor, '');
    setViewRule(editor, '');
    rename(editor, 'rank', 'place');
    editor.addField('bool');
    editor.addField('url');
    rename(editor, 'field', 'active');
    const added = keyOf(editor, 'field2') || keyOf(editor, 'field');
    editor.edit((values) => setIndex(values, 0, `CREATE INDEX idx_${name} ON ${name} (title)`));
    await loseSave(editor, isStored);
    setListRule(editor, 'title != ""');
    setViewRule(editor, null);
    rename(editor, 'active', 'isActive');
    editor.editField(added, removeField);
    await backend().api.patch(`/api/collections/${id}`, { deleteRule: '' });
    const review = await save(editor);
    expect(review).toMatchObject({ conflicts: [], elsewhere: ['Delete rule: admins only → anyone'] });
    const now = await stored(id);
    expect(now).toMatchObject({ listRule: 'title != ""', viewRule: null, deleteRule: '' });
    expect(ownFields(now).map((field) => field.name)).toEqual(['title', 'place', 'isActive']);
    expect(
      ownFields(now)
        .map((field) => field.id)
        .slice(0, 2),
    ).toEqual(ownFields(collection).map((field) => field.id));
    expect(now.indexes).toHaveLength(1);
    expect(editor.$isDirty.get()).toBe(false);
  },
);

test('a field whose removal got no response is created again only after a question', async () => {
  const collection = await createStored();
  const editor = editorOf(collection);
  const rank = keyOf(editor, 'rank');
  editor.editField(rank, removeField);
  await loseSave(editor, true);
  editor.editField(rank, restoreField);
  expect(editor.$canSave.get()).toBe(true);
  expect(await editor.save()).toBe(false);
  expect(editor.$review.get()?.conflicts).toMatchObject([{ mine: 'created again, without its data' }]);
});

test('a save without a response is not taken for changes by others after another one was refused', async () => {
  const editor = editorOf(await createStored());
  setViewRule(editor, '');
  await loseSave(editor, true);
  setListRule(editor, 'nothing = 1');
  expect(await editor.save()).toBe(false);
  expect(editor.$errors.get()).toHaveProperty('listRule');
  setListRule(editor, '');
  expect(await save(editor)).toBeUndefined();
});

test('after a save that the backend refuses, what is put back is no change', async () => {
  const editor = editorOf(await createStored());
  setListRule(editor, 'nothing = 1');
  expect(await editor.save()).toBe(false);
  expect(editor.$errors.get()).toHaveProperty('listRule');
  setListRule(editor, null);
  expect(editor.$isDirty.get()).toBe(false);
});
