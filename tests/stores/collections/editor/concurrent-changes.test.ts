import { expect, test } from 'vitest';
import { type Collection, ownFields } from '#domain/backend/collection.ts';
import { choiceNote } from '#domain/collections/editor/changes.ts';
import { setFieldOption, setMultiple } from '#domain/collections/editor/fields.ts';
import { setRule } from '#domain/collections/editor/values.ts';
import type { RuleName } from '#domain/collections/rules.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { choiceKey } from '#stores/collections/editor/review.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { $bulk } from '#stores/records/bulk/state.ts';
import { $journal } from '#stores/records/journal.ts';
import { undo } from '#stores/records/undo/run.ts';
import { holdRequests } from '#tests/stores/network-fixture.ts';
import { backend, toasts, until } from '#tests/stores/records/record-fixture.ts';
import {
  addFields,
  createCollection,
  createRecord,
  field,
  uniqueName,
  updateCollection,
} from '#tests/support/factories.ts';
import {
  createStored,
  editorOf,
  keyOf,
  namesOf,
  reloadListed,
  rename,
  schemaOf,
  stored,
} from './drafts-fixture.ts';

/** Saves changes as another administrator. */
const saveElsewhere = (id: string, changes: object) => backend().api.patch(`/api/collections/${id}`, changes);
const loaded = (editor: CollectionEditor) => until(editor.$freshness, (state) => state !== 'loading');
const setRuleOf = (editor: CollectionEditor, name: RuleName, text: string | null) =>
  editor.edit((values) => setRule(values, name, text), name);
const reviewTexts = (editor: CollectionEditor) => ({
  changes: editor.$review.get()?.changes.map(({ text }) => text),
  elsewhere: editor.$review.get()?.elsewhere.map(({ text }) => text),
});

/** A publicly updatable collection, as listed in a page that was loaded long ago. */
async function publicCollection(): Promise<Collection> {
  const collection = await createStored();
  await saveElsewhere(collection.id, { updateRule: '' });
  return reloadListed(collection.id);
}

test('an editor that is opened from an outdated list shows the stored collection', async () => {
  const old = await publicCollection();
  await saveElsewhere(old.id, { updateRule: null });
  await addFields(backend().api, old.id, field('precious'));
  const editor = editorOf(old);
  expect(editor.$freshness.get()).toBe('loading');
  expect(namesOf(editor)).toEqual(['title', 'rank']);
  await loaded(editor);
  expect(editor.$values.get().updateRule).toBeNull();
  expect(namesOf(editor)).toEqual(['title', 'rank', 'precious']);
  expect(editor.$canSave.get()).toBe(false);
  await until($collectionList, (list) => list.find(({ id }) => id === old.id)?.updateRule === null);
  setRuleOf(editor, 'listRule', '');
  expect(await editor.save()).toBe(true);
  expect(await stored(old.id)).toMatchObject({ updateRule: null, listRule: '' });
});

test('a rule that was locked elsewhere stays locked, and the review shows it', async () => {
  const old = await publicCollection();
  const editor = editorOf(old);
  await loaded(editor);
  setRuleOf(editor, 'listRule', 'rank > 1');
  await saveElsewhere(old.id, { updateRule: null });
  await addFields(backend().api, old.id, field('precious'));
  expect(await editor.save()).toBe(false);
  expect(reviewTexts(editor)).toEqual({
    changes: ['List/Search rule: admins only → rank > 1'],
    elsewhere: ['Added field precious (Plain text)', 'Update rule: anyone → admins only'],
  });
  expect(editor.$review.get()?.conflicts).toEqual([]);
  // After cancelling, the form contains both changes, and the next save opens the review again.
  editor.cancelReview();
  expect(namesOf(editor)).toEqual(['title', 'rank', 'precious']);
  expect(editor.$values.get().updateRule).toBeNull();
  expect(await editor.save()).toBe(false);
  expect(reviewTexts(editor).elsewhere).toContain('Update rule: anyone → admins only');
  expect(await editor.confirmReview()).toBe(true);
  const now = await stored(old.id);
  expect(now).toMatchObject({ updateRule: null, listRule: 'rank > 1' });
  expect(ownFields(now).map(({ name }) => name)).toEqual(['title', 'rank', 'precious']);
});

test.each(['mine', 'theirs'] as const)(
  'a conflict is shown in the review, and the chosen side (%s) is saved',
  async (side) => {
    const old = await publicCollection();
    const editor = editorOf(old);
    setRuleOf(editor, 'updateRule', 'id != "x"');
    rename(editor, 'title', 'headline');
    const [title, rank] = schemaOf(old);
    await saveElsewhere(old.id, { updateRule: null, schema: [title, { ...rank, name: 'place' }] });
    expect(await editor.save()).toBe(false);
    const conflict = { id: 'updateRule', label: 'Update rule', mine: 'id != "x"', theirs: 'admins only' };
    expect(editor.$review.get()?.conflicts).toEqual([conflict]);
    expect(await editor.confirmReview()).toBe(false);
    expect(editor.$review.get()).toBeDefined();
    editor.choose('updateRule', side);
    expect(reviewTexts(editor).changes).toEqual(
      side === 'mine'
        ? ['Renamed field title → headline', 'Update rule: admins only → id != "x"']
        : ['Renamed field title → headline'],
    );
    expect(await editor.confirmReview()).toBe(true);
    const now = await stored(old.id);
    expect(now.updateRule).toBe(side === 'mine' ? 'id != "x"' : null);
    expect(ownFields(now).map(({ name }) => name)).toEqual(['headline', 'place']);
  },
);

test('a change saved elsewhere during the review opens the review again', async () => {
  const old = await publicCollection();
  const editor = editorOf(old);
  rename(editor, 'title', 'headline');
  expect(await editor.save()).toBe(false);
  expect(reviewTexts(editor).elsewhere).toEqual([]);
  await saveElsewhere(old.id, { updateRule: null });
  expect(await editor.confirmReview()).toBe(false);
  expect(reviewTexts(editor)).toEqual({
    changes: ['Renamed field title → headline'],
    elsewhere: ['Update rule: anyone → admins only'],
  });
  expect(await editor.confirmReview()).toBe(true);
  expect(await stored(old.id)).toMatchObject({ updateRule: null });
});

test('a restored draft does not resolve conflicts by itself', async () => {
  const old = await publicCollection();
  const editor = editorOf(old);
  setRuleOf(editor, 'updateRule', 'rank > 1');
  setRuleOf(editor, 'viewRule', '');
  editor.dispose();
  await saveElsewhere(old.id, { updateRule: null, deleteRule: '' });
  const again = editorOf(await reloadListed(old.id));
  again.restoreDraft();
  // Stored again, the draft is still based on the collection as it was then.
  again.dispose();
  const last = editorOf(await reloadListed(old.id));
  last.restoreDraft();
  expect(await last.save()).toBe(false);
  expect(last.$review.get()?.conflicts).toMatchObject([{ id: 'updateRule' }]);
  last.choose('updateRule', 'theirs');
  expect(await last.confirmReview()).toBe(true);
  expect(await stored(old.id)).toMatchObject({ updateRule: null, viewRule: '', deleteRule: '' });
});

test('in a restored draft, what was stored when it was edited can be saved over what others have stored since', async () => {
  const old = await publicCollection();
  const editor = editorOf(old);
  setRuleOf(editor, 'updateRule', 'rank > 1');
  setRuleOf(editor, 'viewRule', '');
  rename(editor, 'title', 'headline');
  editor.dispose();
  const [title, rank] = schemaOf(old);
  await saveElsewhere(old.id, {
    updateRule: null,
    deleteRule: '',
    schema: [{ ...title, name: 'heading' }, rank],
  });
  const again = editorOf(await reloadListed(old.id));
  again.restoreDraft();
  setRuleOf(again, 'viewRule', null);
  setRuleOf(again, 'updateRule', '');
  rename(again, 'headline', 'title');
  expect(again.$canSave.get()).toBe(true);
  again.dispose();
  const last = editorOf(await reloadListed(old.id));
  last.restoreDraft();
  expect(await last.save()).toBe(false);
  expect(last.$review.get()?.conflicts).toEqual([]);
  expect(reviewTexts(last)).toEqual({
    changes: ['Renamed field heading → title', 'Update rule: admins only → anyone'],
    elsewhere: [
      'Renamed field title → heading',
      'Update rule: anyone → admins only',
      'Delete rule: admins only → anyone',
    ],
  });
  expect(await last.confirmReview()).toBe(true);
  const now = await stored(old.id);
  expect(now).toMatchObject({ updateRule: '', viewRule: null, deleteRule: '' });
  expect(ownFields(now).map(({ name }) => name)).toEqual(['title', 'rank']);
});

test('identical changes by both, or only a new date, open no review', async () => {
  const old = await createStored();
  const editor = editorOf(old);
  setRuleOf(editor, 'viewRule', '');
  await saveElsewhere(old.id, { listRule: null });
  expect(await editor.save()).toBe(true);

  const second = editorOf(await reloadListed(old.id));
  setRuleOf(second, 'listRule', '');
  second.addField('bool');
  // As if the response to a save had been lost.
  await saveElsewhere(old.id, { listRule: '' });
  await addFields(backend().api, old.id, field('field', 'bool'));
  expect(await second.save()).toBe(true);
  const names = ownFields(await stored(old.id)).map(({ name }) => name);
  expect(names).toEqual(['title', 'rank', 'field']);
});

test('a collection that was deleted elsewhere is still shown, but can’t be saved', async () => {
  const [early, late] = [await createStored(), await createStored()];
  await backend().api.delete(`/api/collections/${early.id}`);
  const editor = editorOf(early);
  await loaded(editor);
  expect(editor.$freshness.get()).toBe('deleted');
  rename(editor, 'title', 'headline');
  expect(editor.$canSave.get()).toBe(false);

  const other = editorOf(late);
  await loaded(other);
  rename(other, 'title', 'headline');
  await backend().api.delete(`/api/collections/${late.id}`);
  expect(await other.save()).toBe(false);
  expect(other.$freshness.get()).toBe('deleted');
  expect(namesOf(other)).toEqual(['headline', 'rank']);
  await until($collectionList, (list) => list.every(({ id }) => id !== late.id));
});

test('a collection that fails to load is marked as possibly outdated, and can be loaded again', async () => {
  const old = await publicCollection();
  await saveElsewhere(old.id, { updateRule: null });
  await backend().pause();
  const editor = editorOf(old);
  await loaded(editor);
  expect(editor.$freshness.get()).toBe('failed');
  expect(toasts()).toHaveLength(1);
  const edited = editorOf(old);
  await loaded(edited);
  rename(edited, 'title', 'headline');
  await backend().restart();
  await editor.loadStored();
  expect(editor.$freshness.get()).toBe('ready');
  expect(editor.$values.get().updateRule).toBeNull();
  // Saving always loads the collection first, and sets its state.
  expect(edited.$freshness.get()).toBe('failed');
  expect(await edited.save()).toBe(false);
  expect(edited.$freshness.get()).toBe('ready');
  expect(edited.$values.get().updateRule).toBeNull();
});

test('freezing the positions keeps the loaded collection out of the form', async () => {
  const old = await createStored();
  await saveElsewhere(old.id, { listRule: '' });
  const editor = editorOf(old);
  editor.freezePositions();
  await loaded(editor);
  expect(editor.$values.get().listRule).toBeNull();
});

test('[TR-39] the review counts the records with a removed choice, which stay if the offer is declined', async () => {
  const created = await createCollection(backend().api, {
    name: uniqueName('choosing'),
    fields: [
      field('mood', 'select', { choices: ['good, very', 'bad'] }),
      field('tags', 'select', { max: 2, choices: ['a', 'b"c', 'ab'] }),
    ],
  });
  await createRecord(backend().api, created.id, { mood: 'good, very', tags: ['ab', 'b"c'] });
  await createRecord(backend().api, created.id, { mood: 'good, very', tags: ['ab'] });
  const editor = editorOf(await reloadListed(created.id));
  const [mood, tags] = [keyOf(editor, 'mood'), keyOf(editor, 'tags')];
  editor.edit((values) => setFieldOption(values, mood, 'choices', ['fine', 'bad']));
  editor.edit((values) => setFieldOption(values, tags, 'choices', ['ab', 'new']));
  expect(await editor.save()).toBe(false);
  expect(reviewTexts(editor).changes).toEqual([
    'Renamed choice "good, very" → fine of field mood',
    'Removed choice a of field tags',
    'Removed choice "b""c" of field tags',
    'Added choice new to field tags',
  ]);
  expect([...(editor.$review.get()?.counts.values() ?? [])]).toEqual([2, 0, 1]);
  // Only what looks like a rename is a guess.
  const offered = [...(editor.$review.get()?.replacements ?? [])];
  expect(offered.map(([, to]) => to)).toEqual(['fine', '', '']);
  editor.replaceChoice(offered[0]?.[0] ?? '', '');
  expect(await editor.confirmReview()).toBe(true);
  // As announced by the review, the records are unchanged.
  const { items } = await backend().api.get<{ items: object[] }>(`/api/collections/${created.id}/records`);
  expect(items).toMatchObject([{ mood: 'good, very' }, { mood: 'good, very' }]);
});

const moods = (choices: readonly string[]) => ({ choices });

test('[TR-39] the records with a renamed choice get the new one after the save, by one change that can be undone', async () => {
  const old = await createCollection(backend().api, {
    name: uniqueName('renaming'),
    fields: [
      field('mood', 'select', moods(['a', 'b', 'c'])),
      field('tags', 'select', { max: 2, choices: ['x', 'y', 'z'] }),
    ],
  });
  const make = (mood: string, tags: readonly string[]) => createRecord(backend().api, old.id, { mood, tags });
  const records = [await make('c', ['y', 'x']), await make('a', ['y', 'z']), await make('b', ['x'])];
  for (let count = 0; count < 8; count += 1) records.push(await make('c', ['z']));
  const editor = editorOf(await reloadListed(old.id));
  const [mood, tags] = [keyOf(editor, 'mood'), keyOf(editor, 'tags')];
  editor.edit((values) => setFieldOption(values, mood, 'choices', ['a', 'b', 'd']));
  editor.edit((values) => setFieldOption(values, tags, 'choices', ['x', 'z']));
  await editor.save();
  const removed = editor.$review.get()?.changes.find(({ choice }) => choice?.value === 'y')?.choice;
  if (removed) editor.replaceChoice(choiceKey(removed), 'z');
  expect([...(editor.$review.get()?.counts.values() ?? [])]).toEqual([9, 2]);
  // Another administrator changes one of the records while the collection is saved.
  const requests = holdRequests(
    ({ method, path }) => method === 'PATCH' && path === `/api/collections/${old.id}`,
    'responses',
  );
  const saving = editor.confirmReview();
  await requests.arrived;
  await backend().api.patch(`/api/collections/${old.id}/records/${records[3]?.id}`, { mood: 'a', tags: [] });
  requests.release();
  expect(await saving).toBe(true);
  await until($journal, (entries) => entries[0]?.collection.id === old.id);
  await until($bulk, ({ state }) => state === 'idle');
  expect(toasts()).toContainEqual(expect.stringContaining('9 records'));
  const { items } = await backend().api.get<{ items: Record<string, unknown>[] }>(
    `/api/collections/${old.id}/records`,
  );
  const values = new Map(items.map((item) => [item['id'], [item['mood'], item['tags']]]));
  expect(records.slice(0, 5).map(({ id }) => values.get(id))).toEqual([
    ['d', ['x', 'z']],
    ['a', ['z']],
    ['b', ['x']],
    ['a', []],
    ['d', ['z']],
  ]);
  expect(items.filter((item) => item['mood'] === 'd')).toHaveLength(8);
  // Once the choice is back, so are the values.
  await updateCollection(backend().api, old.id, () => ({ fields: old.fields }));
  await undo($journal.get()[0]?.id ?? 0);
  const back = await backend().api.get(`/api/collections/${old.id}/records/${records[0]?.id}`);
  expect(back).toMatchObject({ mood: 'c', tags: ['y', 'x'] });
});

test('only records with a removed choice last keep it in a field that becomes single', async () => {
  const { id } = await createCollection(backend().api, {
    name: uniqueName('choosing'),
    fields: [field('tags', 'select', { max: 2, choices: ['a', 'b', 'c'] })],
  });
  await createRecord(backend().api, id, { tags: ['a', 'c'] });
  await createRecord(backend().api, id, { tags: ['c', 'a'] });
  const editor = editorOf(await reloadListed(id));
  const tags = keyOf(editor, 'tags');
  editor.edit((values) => setMultiple(setFieldOption(values, tags, 'choices', ['c']), tags, false));
  expect(await editor.save()).toBe(false);
  const review = editor.$review.get();
  expect(
    review?.changes.map(({ text, choice }) =>
      choice ? `${text}: ${choiceNote(choice, review.counts.get(choiceKey(choice)))}` : text,
    ),
  ).toEqual([
    'Multiple to single value conversion of field tags (will keep only the last array item)',
    'Removed choice a of field tags: records with it as their last value keep it, though it is no longer a valid choice',
    'Removed choice b of field tags: no record holds it',
  ]);
  expect(await editor.confirmReview()).toBe(true);
  const { items } = await backend().api.get<{ items: object[] }>(`/api/collections/${id}/records?sort=tags`);
  expect(items).toMatchObject([{ tags: 'a' }, { tags: 'c' }]);
});
