import { expect, test } from 'vitest';
import type { Collection } from '#domain/collections/collection.ts';
import { setFieldOption } from '#domain/collections/editor/fields.ts';
import type { RuleName } from '#domain/collections/editor/rules.ts';
import { setRule } from '#domain/collections/editor/values.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { backend, toasts, until } from '#tests/stores/records/record-fixture.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { editorOf, keyOf, listed, made, namesOf, rename, stored } from './drafts-fixture.ts';

/** Saves as another administrator does. */
const elsewhere = (id: string, changes: object) => backend().api.patch(`/api/collections/${id}`, changes);
const opened = (editor: CollectionEditor) => until(editor.$freshness, (state) => state !== 'loading');
const rule = (editor: CollectionEditor, name: RuleName, text: string | null) =>
  editor.edit((values) => setRule(values, name, text), name);
const textsOf = (editor: CollectionEditor) => ({
  changes: editor.$review.get()?.changes.map(({ text }) => text),
  elsewhere: editor.$review.get()?.elsewhere.map(({ text }) => text),
});

/** A collection that anybody may update, as the list of a page holds it that was loaded long ago. */
async function publicCollection(): Promise<Collection> {
  const collection = await made();
  await elsewhere(collection.id, { updateRule: '' });
  return listed(collection.id);
}

test('an editor that is opened from an old list shows what is stored', async () => {
  const old = await publicCollection();
  await elsewhere(old.id, { updateRule: null, schema: [...old.schema, field('precious')] });
  const editor = editorOf(old);
  expect(editor.$freshness.get()).toBe('loading');
  expect(namesOf(editor)).toEqual(['title', 'rank']);
  await opened(editor);
  expect(editor.$values.get().updateRule).toBeNull();
  expect(namesOf(editor)).toEqual(['title', 'rank', 'precious']);
  expect(editor.$canSave.get()).toBe(false);
  await until($collectionList, (list) => list.find(({ id }) => id === old.id)?.updateRule === null);
  rule(editor, 'listRule', '');
  expect(await editor.save()).toBe(true);
  expect(await stored(old.id)).toMatchObject({ updateRule: null, listRule: '' });
});

test('a rule that was locked elsewhere stays locked, and the review says so', async () => {
  const old = await publicCollection();
  const editor = editorOf(old);
  await opened(editor);
  rule(editor, 'listRule', 'rank > 1');
  await elsewhere(old.id, { updateRule: null, schema: [...old.schema, field('precious')] });
  expect(await editor.save()).toBe(false);
  expect(textsOf(editor)).toEqual({
    changes: ['List/Search rule: admins only → rank > 1'],
    elsewhere: ['Added field precious (Plain text)', 'Update rule: anyone → admins only'],
  });
  expect(editor.$review.get()?.conflicts).toEqual([]);
  // Who cancels sees both, and is asked again.
  editor.cancelReview();
  expect(namesOf(editor)).toEqual(['title', 'rank', 'precious']);
  expect(editor.$values.get().updateRule).toBeNull();
  expect(await editor.save()).toBe(false);
  expect(textsOf(editor).elsewhere).toContain('Update rule: anyone → admins only');
  expect(await editor.confirmReview()).toBe(true);
  const now = await stored(old.id);
  expect(now).toMatchObject({ updateRule: null, listRule: 'rank > 1' });
  expect(now.schema.map(({ name }) => name)).toEqual(['title', 'rank', 'precious']);
});

test.each(['mine', 'theirs'] as const)('what both changed is asked, and %s stays', async (side) => {
  const old = await publicCollection();
  const editor = editorOf(old);
  rule(editor, 'updateRule', 'id != "x"');
  rename(editor, 'title', 'headline');
  const [title, rank] = old.schema;
  await elsewhere(old.id, { updateRule: null, schema: [title, { ...rank, name: 'place' }] });
  expect(await editor.save()).toBe(false);
  const conflict = { id: 'updateRule', label: 'Update rule', mine: 'id != "x"', theirs: 'admins only' };
  expect(editor.$review.get()?.conflicts).toEqual([conflict]);
  expect(await editor.confirmReview()).toBe(false);
  expect(editor.$review.get()).toBeDefined();
  editor.choose('updateRule', side);
  expect(textsOf(editor).changes).toEqual(
    side === 'mine'
      ? ['Renamed field title → headline', 'Update rule: admins only → id != "x"']
      : ['Renamed field title → headline'],
  );
  expect(await editor.confirmReview()).toBe(true);
  const now = await stored(old.id);
  expect(now.updateRule).toBe(side === 'mine' ? 'id != "x"' : null);
  expect(now.schema.map(({ name }) => name)).toEqual(['headline', 'place']);
});

test('what is saved elsewhere while the review is open is asked once more', async () => {
  const old = await publicCollection();
  const editor = editorOf(old);
  rename(editor, 'title', 'headline');
  expect(await editor.save()).toBe(false);
  expect(textsOf(editor).elsewhere).toEqual([]);
  await elsewhere(old.id, { updateRule: null });
  expect(await editor.confirmReview()).toBe(false);
  expect(textsOf(editor)).toEqual({
    changes: ['Renamed field title → headline'],
    elsewhere: ['Update rule: anyone → admins only'],
  });
  expect(await editor.confirmReview()).toBe(true);
  expect(await stored(old.id)).toMatchObject({ updateRule: null });
});

test('a restored draft does not decide by itself what both changed', async () => {
  const old = await publicCollection();
  const editor = editorOf(old);
  rule(editor, 'updateRule', 'rank > 1');
  rule(editor, 'viewRule', '');
  editor.dispose();
  await elsewhere(old.id, { updateRule: null, deleteRule: '' });
  const again = editorOf(await listed(old.id));
  again.restoreDraft();
  // Put away once more, it is still the draft of what was stored then.
  again.dispose();
  const last = editorOf(await listed(old.id));
  last.restoreDraft();
  expect(await last.save()).toBe(false);
  expect(last.$review.get()?.conflicts).toMatchObject([{ id: 'updateRule' }]);
  last.choose('updateRule', 'theirs');
  expect(await last.confirmReview()).toBe(true);
  expect(await stored(old.id)).toMatchObject({ updateRule: null, viewRule: '', deleteRule: '' });
});

test('the same saved by both, and a new date alone, ask nothing', async () => {
  const old = await made();
  const editor = editorOf(old);
  rule(editor, 'viewRule', '');
  await elsewhere(old.id, { listRule: null });
  expect(await editor.save()).toBe(true);

  const second = editorOf(await listed(old.id));
  rule(second, 'listRule', '');
  second.addField('bool');
  // As when the answer to a save is lost.
  const { schema } = await stored(old.id);
  await elsewhere(old.id, { listRule: '', schema: [...schema, field('field', 'bool')] });
  expect(await second.save()).toBe(true);
  const names = (await stored(old.id)).schema.map(({ name }) => name);
  expect(names).toEqual(['title', 'rank', 'field']);
});

test('a collection that was deleted elsewhere can be looked at, but not saved', async () => {
  const [early, late] = [await made(), await made()];
  await backend().api.delete(`/api/collections/${early.id}`);
  const editor = editorOf(early);
  await opened(editor);
  expect(editor.$freshness.get()).toBe('deleted');
  rename(editor, 'title', 'headline');
  expect(editor.$canSave.get()).toBe(false);

  const other = editorOf(late);
  await opened(other);
  rename(other, 'title', 'headline');
  await backend().api.delete(`/api/collections/${late.id}`);
  expect(await other.save()).toBe(false);
  expect(other.$freshness.get()).toBe('deleted');
  expect(namesOf(other)).toEqual(['headline', 'rank']);
  await until($collectionList, (list) => list.every(({ id }) => id !== late.id));
});

test('a collection that cannot be read is said to be old, and can be read again', async () => {
  const old = await publicCollection();
  await elsewhere(old.id, { updateRule: null });
  await backend().pause();
  const editor = editorOf(old);
  await opened(editor);
  expect(editor.$freshness.get()).toBe('failed');
  expect(toasts()).toHaveLength(1);
  const typed = editorOf(old);
  await opened(typed);
  rename(typed, 'title', 'headline');
  await backend().restart();
  await editor.loadStored();
  expect(editor.$freshness.get()).toBe('ready');
  expect(editor.$values.get().updateRule).toBeNull();
  // Saving reads it in any case, and knows it from then on.
  expect(typed.$freshness.get()).toBe('failed');
  expect(await typed.save()).toBe(false);
  expect(typed.$freshness.get()).toBe('ready');
  expect(typed.$values.get().updateRule).toBeNull();
});

test('a part that is edited by its position is not moved by what is stored', async () => {
  const old = await made();
  await elsewhere(old.id, { listRule: '' });
  const editor = editorOf(old);
  editor.freezePositions();
  await opened(editor);
  expect(editor.$values.get().listRule).toBeNull();
});

test('choices that go are said with the number of records that hold them', async () => {
  const made = await createCollection(backend().api, {
    name: uniqueName('choosing'),
    schema: [
      field('mood', 'select', { options: { maxSelect: 1, values: ['good, very', 'bad'] } }),
      field('tags', 'select', { options: { maxSelect: 2, values: ['a', 'b"c', 'ab'] } }),
    ],
  });
  await createRecord(backend().api, made.id, { mood: 'good, very', tags: ['ab', 'b"c'] });
  await createRecord(backend().api, made.id, { mood: 'good, very', tags: ['ab'] });
  const editor = editorOf(await listed(made.id));
  const [mood, tags] = [keyOf(editor, 'mood'), keyOf(editor, 'tags')];
  editor.edit((values) => setFieldOption(values, mood, 'values', ['fine', 'bad']));
  editor.edit((values) => setFieldOption(values, tags, 'values', ['ab', 'new']));
  expect(await editor.save()).toBe(false);
  expect(textsOf(editor).changes).toEqual([
    'Renamed choice "good, very" → fine of field mood',
    'Removed choice a of field tags',
    'Removed choice "b""c" of field tags',
    'Added choice new to field tags',
  ]);
  expect([...(editor.$review.get()?.counts.values() ?? [])]).toEqual([2, 0, 1]);
  expect(await editor.confirmReview()).toBe(true);
  // What the review says is true: the records were left alone.
  const { items } = await backend().api.get<{ items: object[] }>(`/api/collections/${made.id}/records`);
  expect(items).toMatchObject([{ mood: 'good, very' }, { mood: 'good, very' }]);
});
