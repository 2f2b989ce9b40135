import { expect, test, vi } from 'vitest';
import { ownFields } from '#domain/backend/collection.ts';
import { setRequired } from '#domain/collections/editor/fields.ts';
import { renameCollection, setCollectionOption, setRule } from '#domain/collections/editor/values.ts';
import { answerQuestion, backend, browser, toasts } from '#tests/stores/records/record-fixture.ts';
import { field, renamed, uniqueName, updateCollection } from '#tests/support/factories.ts';
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

test('stores edits as a draft and offers it to the next editor, which first shows the stored collection', async () => {
  const collection = await createStored();
  const editor = editorOf(collection);
  rename(editor, 'title', 'headline');
  editor.edit((values) => setRule(values, 'listRule', 'rank > 1'), 'listRule');
  // Closed without a question, like a route change.
  editor.dispose();
  expect(browser.storage.has(draftKey(collection))).toBe(true);

  const again = editorOf(collection);
  expect(again.$offeredDraft.get()).toBeDefined();
  expect(namesOf(again)).toEqual(['title', 'rank']);
  expect(again.$canSave.get()).toBe(false);
  again.restoreDraft();
  expect(again.$offeredDraft.get()).toBeUndefined();
  expect(namesOf(again)).toEqual(['headline', 'rank']);
  expect(await again.save()).toBe(false);
  expect(again.$review.get()).toMatchObject({ elsewhere: [], conflicts: [] });
  expect(await again.confirmReview()).toBe(true);
  expect(browser.storage.has(draftKey(collection))).toBe(false);
  const now = await stored(collection.id);
  expect(now).toMatchObject({ listRule: 'rank > 1' });
  // The id of a field keeps its data when the field is renamed.
  expect(ownFields(now).map(({ id }) => id)).toEqual(ownFields(collection).map(({ id }) => id));
});

test('[CE-17] discarding the changes removes the draft, declining keeps both', async () => {
  const collection = await createStored();
  const editor = editorOf(collection);
  rename(editor, 'title', 'headline');
  flushDrafts();
  const kept = editor.close();
  await answerQuestion(false);
  expect(await kept).toBe(false);
  expect(browser.storage.has(draftKey(collection))).toBe(true);
  const closed = editor.close();
  await answerQuestion(true);
  expect(await closed).toBe(true);
  expect(browser.storage.has(draftKey(collection))).toBe(false);

  const other = editorOf(collection);
  rename(other, 'title', 'headline');
  flushDrafts();
  const copied = other.duplicate();
  await answerQuestion(true);
  await copied;
  expect(browser.storage.has(draftKey(collection))).toBe(false);

  const third = editorOf(collection);
  rename(third, 'title', 'headline');
  flushDrafts();
  const removed = third.remove();
  await answerQuestion(true);
  await removed;
  expect(browser.storage.has(draftKey(collection))).toBe(false);
});

test('an offered draft survives closing and typing until it is discarded', async () => {
  const collection = await createStored();
  const first = editorOf(collection);
  rename(first, 'title', 'headline');
  first.dispose();
  expect(await editorOf(collection).close()).toBe(true);

  const second = editorOf(collection);
  rename(second, 'rank', 'place');
  second.dispose();
  const third = editorOf(collection);
  rename(third, 'rank', 'mine');
  third.restoreDraft();
  expect(namesOf(third)).toEqual(['headline', 'place']);
  third.dispose();

  const fourth = editorOf(collection);
  fourth.addField('bool');
  flushDrafts();
  fourth.discardDraft();
  expect(browser.storage.get(draftKey(collection))).not.toContain('headline');
  fourth.dispose();
  const fifth = editorOf(collection);
  fifth.restoreDraft();
  expect(namesOf(fifth)).toEqual(['title', 'rank', 'field']);
});

test('a draft with a new field that later edits have joined is not offered again after it was discarded', async () => {
  const collection = await createStored();
  const first = editorOf(collection);
  first.addField('text');
  first.dispose();
  const second = editorOf(collection);
  rename(second, 'rank', 'place');
  second.dispose();
  const third = editorOf(collection);
  third.restoreDraft();
  expect(namesOf(third)).toEqual(['title', 'place', 'field']);
  const closed = third.close();
  await answerQuestion(true);
  expect(await closed).toBe(true);
  expect(editorOf(collection).$offeredDraft.get()).toBeUndefined();
});

test('a restored draft includes changes made elsewhere, and saving it needs a review', async () => {
  const collection = await createStored();
  const editor = editorOf(collection);
  rename(editor, 'rank', 'place');
  editor.dispose();
  await updateCollection(backend().api, collection.id, ({ fields }) => ({
    fields: [...renamed(fields, 'title', 'heading'), field('precious')],
    viewRule: '',
  }));

  const again = editorOf(await reloadListed(collection.id));
  again.restoreDraft();
  expect(namesOf(again)).toEqual(['heading', 'place', 'precious']);
  // Storing the draft again before it is saved does not skip the review.
  again.dispose();
  const last = editorOf(await reloadListed(collection.id));
  last.restoreDraft();
  expect(await last.save()).toBe(false);
  expect(last.$review.get()).toMatchObject({
    elsewhere: [
      { text: 'Renamed field title → heading' },
      { text: 'Added field precious (Plain text)' },
      { text: 'View rule: admins only → anyone' },
    ],
    conflicts: [],
    removesFields: false,
    changes: [{ text: 'Renamed field rank → place' }],
  });
  expect(await last.confirmReview()).toBe(true);
  const now = await stored(collection.id);
  expect(now.viewRule).toBe('');
  expect(ownFields(now).map(({ name }) => name)).toEqual(['heading', 'place', 'precious']);
});

test('a field that was removed elsewhere returns only if the draft edited it and the user chooses it', async () => {
  const collection = await createStored();
  const editor = editorOf(collection);
  const rank = keyOf(editor, 'rank');
  editor.editField(rank, (values) => setRequired(values, rank, true), 'required');
  editor.dispose();
  await updateCollection(backend().api, collection.id, () => ({ fields: [field('only')] }));
  const again = editorOf(await reloadListed(collection.id));
  again.restoreDraft();
  expect(await again.save()).toBe(false);
  expect(again.$review.get()?.conflicts).toMatchObject([
    { label: 'Field rank', mine: 'created again, without its data', theirs: 'removed' },
  ]);
  expect(await again.confirmReview()).toBe(false);
  again.choose(again.$review.get()?.conflicts[0]?.id ?? '', 'mine');
  expect(await again.confirmReview()).toBe(true);
  const now = await stored(collection.id);
  expect(
    ownFields(now)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['only', 'rank']);
  expect(ownFields(now).find(({ name }) => name === 'rank')).toMatchObject({
    type: 'number',
    isRequired: true,
  });
});

test('a save whose response was lost leaves no draft to offer', async () => {
  const collection = await createStored();
  const editor = editorOf(collection);
  editor.edit((values) => setRule(values, 'listRule', ''), 'listRule');
  const originalFetch = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const response = await originalFetch(url, init);
    if (init?.method === 'PATCH') throw new TypeError('The connection was lost.');
    return response;
  });
  expect(await editor.save()).toBe(false);
  editor.dispose();
  expect(browser.storage.has(draftKey(collection))).toBe(true);
  expect(editorOf(await reloadListed(collection.id)).$offeredDraft.get()).toBeUndefined();
  expect(browser.storage.has(draftKey(collection))).toBe(false);
});

test.each(['', 'null', '[]', '{"name":"x"}', '{"fields":[{"key":"__proto__"}]}'])(
  'removes an invalid draft: %j',
  async (text) => {
    const collection = await createStored();
    for (const one of [collection, undefined]) {
      browser.storage.set(draftKey(one), text);
      const editor = editorOf(one);
      expect(editor.$offeredDraft.get()).toBeUndefined();
      expect(browser.storage.has(draftKey(one))).toBe(false);
    }
  },
);

test('a full local storage sets a flag, shows no toast and does not prevent saving', async () => {
  const collection = await createStored();
  const editor = editorOf(collection);
  browser.quota = 100;
  editor.edit((values) => setRule(values, 'listRule', 'rank > 1'), 'listRule');
  flushDrafts();
  expect(editor.$isDraftFull.get()).toBe(true);
  expect(toasts()).toEqual([]);
  expect(await editor.save()).toBe(true);
  expect(editor.$isDraftFull.get()).toBe(false);
});

test('stores the draft of a new collection with its type, options and fields', async () => {
  const editor = editorOf();
  const name = uniqueName('people');
  editor.edit((values) => renameCollection(values, name), 'name');
  editor.setType('auth');
  editor.edit((values) => setCollectionOption(values, 'minPassword', 11));
  editor.addField('editor');
  editor.dispose();
  const again = editorOf();
  again.$tab.set('rules');
  again.restoreDraft();
  expect(await again.save()).toBe(true);
  const now = await stored(name);
  expect(now).toMatchObject({ type: 'auth', auth: { minPassword: 11 } });
  expect(ownFields(now).map(({ type }) => type)).toEqual(['editor']);
  expect(browser.storage.has(draftKey())).toBe(false);
  expect(editorOf().$offeredDraft.get()).toBeUndefined();
});

test('two new collections in stacked panels have separate drafts', () => {
  const lower = editorOf();
  lower.edit((values) => renameCollection(values, 'lower'), 'name');
  const upper = editorOf();
  upper.edit((values) => renameCollection(values, 'upper'), 'name');
  upper.dispose();
  lower.dispose();
  const again = editorOf();
  again.restoreDraft();
  expect(again.$values.get().name).toBe('lower');
  const above = editorOf();
  above.restoreDraft();
  expect(above.$values.get().name).toBe('upper');
});

test('restoring the draft replaces an unedited duplicate', () => {
  const typed = editorOf();
  typed.addField('bool');
  typed.dispose();
  const copy = editorOf(undefined, { values: renameCollection(typed.$values.get(), 'copy') });
  copy.restoreDraft();
  expect(copy.$values.get().name).toBe('');
  expect(namesOf(copy)).toEqual(['field']);
});

test('a draft that another tab removes is written again while this tab has edits', async () => {
  const collection = await createStored();
  const editor = editorOf(collection);
  rename(editor, 'title', 'headline');
  flushDrafts();
  browser.storage.delete(draftKey(collection));
  window.dispatchEvent(Object.assign(new Event('storage'), { key: draftKey(collection), newValue: null }));
  flushDrafts();
  expect(browser.storage.get(draftKey(collection))).toContain('headline');
});
