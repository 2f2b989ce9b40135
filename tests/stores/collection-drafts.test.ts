import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Collection } from '../../src/lib/domain/collection.ts';
import { renameCollection, setCollectionOption, setRule } from '../../src/lib/domain/schema/draft.ts';
import {
  removeField,
  renameField,
  setFieldOption,
  setRequired,
} from '../../src/lib/domain/schema/draft-fields.ts';
import { type CollectionEditor, createEditor } from '../../src/stores/collection-editor/editor.ts';
import { $collectionList, $collections, loadCollections } from '../../src/stores/collections.ts';
import { createCollection, field, uniqueName } from '../support/factories.ts';
import { answer, backend, browser, toasts, until } from './record-fixture.ts';

$collections.listen(() => {});
beforeEach(() => loadCollections());

const open: CollectionEditor[] = [];
/** Editors hold their keys until they are closed. */
afterEach(() => {
  for (const editor of open.splice(0)) editor.dispose();
  vi.restoreAllMocks();
});

function editorOf(collection?: Collection, onSaved = vi.fn()) {
  const editor = createEditor({ collection, onClose: () => {}, onSaved, onDuplicate: () => {} });
  open.push(editor);
  return editor;
}

const stored = (id: string) => backend().api.get<Collection>(`/api/collections/${id}`);

/** The collection as the list has it now. */
async function listed(id: string): Promise<Collection> {
  await loadCollections();
  const found = $collectionList.get().find((one) => one.id === id);
  if (!found) throw new Error('It is not in the list.');
  return found;
}

async function made(): Promise<Collection> {
  const { id } = await createCollection(backend().api, {
    name: uniqueName('kept'),
    schema: [field('title'), field('rank', 'number')],
  });
  return listed(id);
}

const keyOf = (editor: CollectionEditor, name: string) =>
  editor.$draft.get().fields.find((one) => one.name === name)?.key ?? '';
const namesOf = (editor: CollectionEditor) => editor.$draft.get().fields.map(({ name }) => name);
const rename = (editor: CollectionEditor, from: string, to: string) => {
  const key = keyOf(editor, from);
  editor.editField(key, (draft) => renameField(draft, key, to), 'name');
};
const keep = () => browser.dispatch('pagehide');
const key = (collection?: Collection) => `collection_draft_${collection?.id ?? ''}`;

/** Runs `meanwhile` while a request of the method is on its way. */
function during(method: string, meanwhile: () => void) {
  const real = globalThis.fetch;
  return vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    if (init?.method === method) meanwhile();
    return real(url, init);
  });
}

test('keeps what is typed and offers it to the next editor, which shows what is stored until then', async () => {
  const collection = await made();
  const editor = editorOf(collection);
  rename(editor, 'title', 'headline');
  editor.edit((draft) => setRule(draft, 'listRule', 'rank > 1'), 'listRule');
  // Closed without a question, as by a change of the route.
  editor.dispose();
  expect(browser.storage.has(key(collection))).toBe(true);

  const again = editorOf(collection);
  expect(again.$offeredDraft.get()).toBeDefined();
  expect(namesOf(again)).toEqual(['title', 'rank']);
  expect(again.$canSave.get()).toBe(false);
  again.restoreDraft();
  expect(again.$offeredDraft.get()).toBeUndefined();
  expect(namesOf(again)).toEqual(['headline', 'rank']);
  expect(await again.save()).toBe(false);
  expect(again.$review.get()).toMatchObject({ isMerged: false, changedElsewhere: false });
  expect(await again.confirmReview()).toBe(true);
  expect(browser.storage.has(key(collection))).toBe(false);
  const now = await stored(collection.id);
  expect(now).toMatchObject({ listRule: 'rank > 1' });
  // Its id is what keeps the data of a renamed field.
  expect(now.schema.map(({ id }) => id)).toEqual(collection.schema.map(({ id }) => id));
});

test('writes by itself once typing pauses; typed back, there is no draft', async () => {
  const collection = await made();
  const editor = editorOf(collection);
  rename(editor, 'title', 'headline');
  await vi.waitFor(() => expect(browser.storage.get(key(collection))).toContain('headline'));
  rename(editor, 'headline', 'title');
  await vi.waitFor(() => expect(browser.storage.has(key(collection))).toBe(false));
});

test('[CE-17] giving the changes up drops the draft, a no keeps both', async () => {
  const collection = await made();
  const editor = editorOf(collection);
  rename(editor, 'title', 'headline');
  keep();
  const kept = editor.close();
  await answer(false);
  expect(await kept).toBe(false);
  expect(browser.storage.has(key(collection))).toBe(true);
  const closed = editor.close();
  await answer(true);
  expect(await closed).toBe(true);
  expect(browser.storage.has(key(collection))).toBe(false);

  const other = editorOf(collection);
  rename(other, 'title', 'headline');
  keep();
  const copied = other.duplicate();
  await answer(true);
  await copied;
  expect(browser.storage.has(key(collection))).toBe(false);

  const third = editorOf(collection);
  rename(third, 'title', 'headline');
  keep();
  const removed = third.remove();
  await answer(true);
  await removed;
  expect(browser.storage.has(key(collection))).toBe(false);
});

test('an offered draft outlives closing and typing, and goes when it is discarded', async () => {
  const collection = await made();
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
  keep();
  fourth.discardDraft();
  expect(browser.storage.get(key(collection))).not.toContain('headline');
  fourth.dispose();
  const fifth = editorOf(collection);
  fifth.restoreDraft();
  expect(namesOf(fifth)).toEqual(['title', 'rank', 'field']);
});

test('a draft brings in what others changed since, and saving it asks', async () => {
  const collection = await made();
  const editor = editorOf(collection);
  rename(editor, 'rank', 'place');
  editor.dispose();
  const [title, rank] = collection.schema;
  await backend().api.patch(`/api/collections/${collection.id}`, {
    schema: [{ ...title, name: 'heading' }, rank, field('precious')],
    viewRule: '',
  });

  const again = editorOf(await listed(collection.id));
  again.restoreDraft();
  expect(namesOf(again)).toEqual(['heading', 'place', 'precious']);
  // Kept once more before it is saved, it still asks.
  again.dispose();
  const last = editorOf(await listed(collection.id));
  last.restoreDraft();
  expect(await last.save()).toBe(false);
  expect(last.$review.get()).toMatchObject({
    isMerged: true,
    changedElsewhere: false,
    removesFields: false,
    changes: [{ text: 'Renamed field rank → place' }],
  });
  expect(await last.confirmReview()).toBe(true);
  const now = await stored(collection.id);
  expect(now.viewRule).toBe('');
  expect(now.schema.map(({ name }) => name)).toEqual(['heading', 'place', 'precious']);
});

test('a field that is gone comes back only if something was typed in it', async () => {
  const collection = await made();
  const editor = editorOf(collection);
  const rank = keyOf(editor, 'rank');
  editor.editField(rank, (draft) => setRequired(draft, rank, true), 'required');
  editor.dispose();
  await backend().api.patch(`/api/collections/${collection.id}`, { schema: [field('only')] });
  const again = editorOf(await listed(collection.id));
  again.restoreDraft();
  expect(namesOf(again).sort()).toEqual(['only', 'rank']);
  expect(await again.save()).toBe(false);
  expect(await again.confirmReview()).toBe(true);
  const now = await stored(collection.id);
  expect(now.schema.find(({ name }) => name === 'rank')).toMatchObject({ type: 'number', required: true });
});

test('a save that arrived although its answer was lost leaves nothing to offer', async () => {
  const collection = await made();
  const editor = editorOf(collection);
  editor.edit((draft) => setRule(draft, 'listRule', ''), 'listRule');
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const response = await real(url, init);
    if (init?.method === 'PATCH') throw new TypeError('The connection was lost.');
    return response;
  });
  expect(await editor.save()).toBe(false);
  editor.dispose();
  expect(browser.storage.has(key(collection))).toBe(true);
  expect(editorOf(await listed(collection.id)).$offeredDraft.get()).toBeUndefined();
  expect(browser.storage.has(key(collection))).toBe(false);
});

test.each(['', 'null', '[]', '{"name":"x"}', '{"fields":[{"key":"__proto__"}]}'])(
  'forgets a draft that makes no sense: %j',
  async (text) => {
    const collection = await made();
    for (const one of [collection, undefined]) {
      browser.storage.set(key(one), text);
      const editor = editorOf(one);
      expect(editor.$offeredDraft.get()).toBeUndefined();
      expect(browser.storage.has(key(one))).toBe(false);
    }
  },
);

test('a full local storage is said quietly, and not in the way of saving', async () => {
  const collection = await made();
  const editor = editorOf(collection);
  browser.quota = 100;
  editor.edit((draft) => setRule(draft, 'listRule', 'rank > 1'), 'listRule');
  keep();
  expect(editor.$isDraftFull.get()).toBe(true);
  expect(toasts()).toEqual([]);
  expect(await editor.save()).toBe(true);
  expect(editor.$isDraftFull.get()).toBe(false);
});

test('keeps a new collection with its type, options and fields', async () => {
  const editor = editorOf();
  const name = uniqueName('people');
  editor.edit((draft) => renameCollection(draft, name), 'name');
  editor.setType('auth');
  editor.edit((draft) => setCollectionOption(draft, 'minPasswordLength', 11));
  editor.addField('editor');
  editor.dispose();
  const again = editorOf();
  again.$tab.set('rules');
  again.restoreDraft();
  expect(await again.save()).toBe(true);
  const now = await stored(name);
  expect(now).toMatchObject({ type: 'auth', options: { minPasswordLength: 11 } });
  expect(now.schema.map(({ type }) => type)).toEqual(['editor']);
  expect(browser.storage.has(key())).toBe(false);
  expect(editorOf().$offeredDraft.get()).toBeUndefined();
});

test('two new collections on top of each other are kept apart', () => {
  const lower = editorOf();
  lower.edit((draft) => renameCollection(draft, 'lower'), 'name');
  const upper = editorOf();
  upper.edit((draft) => renameCollection(draft, 'upper'), 'name');
  upper.dispose();
  lower.dispose();
  const again = editorOf();
  again.restoreDraft();
  expect(again.$draft.get().name).toBe('lower');
  const above = editorOf();
  above.restoreDraft();
  expect(above.$draft.get().name).toBe('upper');
});

test('the draft takes the place of a copy that was only opened', () => {
  const typed = editorOf();
  typed.addField('bool');
  typed.dispose();
  const copy = createEditor({
    draft: renameCollection(typed.$draft.get(), 'copy'),
    onClose: () => {},
    onSaved: () => {},
    onDuplicate: () => {},
  });
  open.push(copy);
  copy.restoreDraft();
  expect(copy.$draft.get().name).toBe('');
  expect(namesOf(copy)).toEqual(['field']);
});

test('what another tab drops while there is something typed here is kept again', async () => {
  const collection = await made();
  const editor = editorOf(collection);
  rename(editor, 'title', 'headline');
  keep();
  browser.storage.delete(key(collection));
  window.dispatchEvent(Object.assign(new Event('storage'), { key: key(collection), newValue: null }));
  keep();
  expect(browser.storage.get(key(collection))).toContain('headline');
});

test('what is typed while a change is being saved stays in the panel and goes with the next save', async () => {
  const collection = await made();
  const onSaved = vi.fn();
  const editor = editorOf(collection, onSaved);
  editor.edit((draft) => setRule(draft, 'listRule', ''), 'listRule');
  editor.addField('bool');
  const spy = during('PATCH', () => {
    rename(editor, 'field', 'active');
    editor.edit((draft) => setRule(draft, 'viewRule', ''), 'viewRule');
  });
  expect(await editor.save()).toBe(true);
  spy.mockRestore();
  expect(onSaved).toHaveBeenCalledOnce();
  expect(editor.$canSave.get()).toBe(true);
  keep();
  expect(browser.storage.get(key(collection))).toContain('active');
  expect(await editor.save()).toBe(false);
  // Nobody else did it: the field has its id now and is renamed.
  expect(editor.$review.get()).toMatchObject({
    isMerged: false,
    changedElsewhere: false,
    changes: [{ text: 'Renamed field field → active' }],
  });
  expect(await editor.confirmReview()).toBe(true);
  expect(await stored(collection.id)).toMatchObject({ listRule: '', viewRule: '' });
  expect(browser.storage.has(key(collection))).toBe(false);
});

test('what is typed while a new collection is created makes it one to be edited', async () => {
  const editor = editorOf();
  const name = uniqueName('born');
  editor.edit((draft) => renameCollection(draft, name), 'name');
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
  expect(browser.storage.has(key())).toBe(false);
  const again = editorOf(await listed(created?.id ?? ''));
  again.restoreDraft();
  expect(namesOf(again)).toEqual(['title']);
  expect(await again.save()).toBe(false);
  expect(await again.confirmReview()).toBe(true);
});

test('a panel that is left while it saves leaves neither a draft nor the other screen', async () => {
  const onSaved = vi.fn();
  const editor = editorOf(undefined, onSaved);
  const name = uniqueName('left');
  editor.edit((draft) => renameCollection(draft, name), 'name');
  editor.addField('text');
  during('POST', () => editor.dispose());
  expect(await editor.save()).toBe(true);
  expect(onSaved).not.toHaveBeenCalled();
  expect(browser.storage.has(key())).toBe(false);
  await until($collectionList, (list) => list.some((one) => one.name === name));
});

test('a field that was sent and removed again meanwhile is there to be removed', async () => {
  const collection = await made();
  const editor = editorOf(collection);
  editor.addField('bool');
  const added = keyOf(editor, 'field');
  const spy = during('PATCH', () => editor.editField(added, removeField));
  expect(await editor.save()).toBe(true);
  spy.mockRestore();
  expect(editor.$draft.get().fields.at(-1)).toMatchObject({ name: 'field', toDelete: true });
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
  editor.editField(rank, (draft) => setRequired(draft, rank, true), 'required');
  const patched = vi.fn();
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    if (init?.method === 'PATCH') patched();
    else editor.editField(title, (draft) => setFieldOption(draft, title, 'max', 1.5), 'options.max');
    return real(url, init);
  });
  expect(await editor.save()).toBe(false);
  expect(patched).not.toHaveBeenCalled();
  expect(editor.$fieldErrors.get()[title]).toEqual({ 'options.max': 'Must be a whole number.' });
});
