import { atom } from 'nanostores';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseItems } from '#domain/collections/named-items.ts';
import { $question } from '#stores/app/confirm.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { createTextPreference } from '#stores/base/create-preference.ts';
import { createNamedItems } from '#stores/factories/create-named-items.ts';
import { typedToasts } from '#tests/stores/toasts.ts';
import { answerQuestion } from '../answer-question.ts';
import { browser, collectionOf } from '../offline-fixture.ts';

interface Note {
  readonly text: string;
}
const KEY = 'notes_of_test';
const posts = collectionOf({ id: 'p', name: 'posts', schema: [] });
const tags = collectionOf({ id: 't', name: 'tags', schema: [] });
const stored = createTextPreference(KEY);
const $collections = atom([posts, tags]);
const notes = createNamedItems<Note>({
  stored,
  parse: (text) => parseItems(text, (value): value is Note => 'text' in value),
  noun: 'note',
  $collections,
});

beforeEach(() => {
  browser.quota = Number.POSITIVE_INFINITY;
  stored.$value.set('');
  $collections.set([posts, tags]);
  $toasts.set([]);
});
afterEach(() => $question.get()?.answer(false));

const save = (name: string, isDefault = false, collection = posts) =>
  notes.save(collection, { name, isDefault }, { text: `of ${name}` });
const shown = (collection = posts) =>
  notes.of(collection).map(({ name, isDefault, text }) => [name, isDefault, text]);

test('items are saved with their collection, and shown by name', () => {
  const saved = save('B');
  expect(saved).toEqual({
    ...{ id: expect.stringMatching(/^\w{15}$/), name: 'B', isDefault: false, text: 'of B' },
    ...{ collectionId: 'p', collectionName: 'posts', '@line': 'pb22' },
  });
  save('a');
  save('C', false, tags);
  expect(shown()).toEqual([
    ['a', false, 'of a'],
    ['B', false, 'of B'],
  ]);
  expect(shown(tags)).toEqual([['C', false, 'of C']]);
  expect(JSON.parse(browser.storage.get(KEY) ?? '')).toHaveLength(3);
  expect(typedToasts()).toEqual([
    'success: Saved the note “B”.',
    'success: Saved the note “a”.',
    'success: Saved the note “C”.',
  ]);
});

test('an item can be changed and renamed, without the others', () => {
  const [one] = [save('one'), save('two')];
  notes.change(one.id, { text: 'new' });
  notes.change(one.id, { name: 'zero' });
  notes.change('unknown', { text: 'lost' });
  expect(shown()).toEqual([
    ['two', false, 'of two'],
    ['zero', false, 'new'],
  ]);
});

test('one of a collection is the default, whatever is that of another', () => {
  const [a, b] = [save('a', true), save('b')];
  const other = save('c', true, tags);
  notes.setDefault(posts, b, true);
  expect([shown(), shown(tags)]).toEqual([
    [
      ['a', false, 'of a'],
      ['b', true, 'of b'],
    ],
    [['c', true, 'of c']],
  ]);
  notes.setDefault(posts, b, false);
  notes.setDefault(tags, other, false);
  notes.setDefault(posts, a, false);
  expect([...shown(), ...shown(tags)].map(([, isDefault]) => isDefault)).toEqual([false, false, false]);
});

test('what was saved for a collection before it was made anew is its own: replaced, and no second default', () => {
  const former = collectionOf({ id: 'former', name: 'posts', schema: [] });
  save('a', true, former);
  save('b', false, former);
  notes.setDefault(posts, save('c'), true);
  expect(shown()).toEqual([
    ['a', false, 'of a'],
    ['b', false, 'of b'],
    ['c', true, 'of c'],
  ]);
  save('b', true);
  expect(shown().map(([name, isDefault]) => [name, isDefault])).toEqual([
    ['a', false],
    ['b', true],
    ['c', false],
  ]);
});

test('deleting asks; the last one leaves nothing in the storage', async () => {
  const [a, b] = [save('a'), save('b')];
  const declined = notes.remove(a);
  expect($question.get()?.loss).toBe('');
  expect(await answerQuestion(false)).toBe('Do you really want to delete the note “a”?');
  await declined;
  expect(shown()).toHaveLength(2);
  const remove = async (one: typeof a) => {
    const removed = notes.remove(one);
    await answerQuestion(true);
    await removed;
    return shown().map(([name]) => name);
  };
  expect(await remove(a)).toEqual(['b']);
  expect([await remove(b), browser.storage.has(KEY)]).toEqual([[], false]);
});

test('without room in the storage they are kept for the visit, with a warning', () => {
  browser.quota = 10;
  save('a');
  expect(typedToasts()).toEqual([
    'warning: The storage of this browser is full or blocked: the notes are kept until you reload.',
    'success: Saved the note “a”.',
  ]);
  expect(shown()).toHaveLength(1);
});

test('a file has the items of one collection by its present name, for one of that name elsewhere', async () => {
  save('b', true);
  save('a');
  save('other', false, tags);
  const files: { name: string; blob: Blob | undefined }[] = [];
  let blob: Blob | undefined;
  const createUrl = vi.spyOn(URL, 'createObjectURL').mockImplementation((saved) => {
    blob = saved as Blob;
    return 'blob:saved';
  });
  vi.useFakeTimers();
  const createElement = () => {
    const link = { href: '', download: '', click: () => void files.push({ name: link.download, blob }) };
    return link;
  };
  Object.assign(document, { createElement });
  notes.exportOf({ ...posts, name: 'articles' });
  Reflect.deleteProperty(document, 'createElement');
  vi.useRealTimers();
  createUrl.mockRestore();
  expect(files.map(({ name }) => name)).toEqual(['articles_notes.json']);
  const text = (await files[0]?.blob?.text()) ?? '';
  expect(text).toContain('\n  {\n    "');
  expect(JSON.parse(text)).toMatchObject([
    { name: 'a', collectionName: 'articles' },
    { name: 'b', collectionName: 'articles', isDefault: true },
  ]);

  const elsewhere = collectionOf({ id: 'e', name: 'articles', schema: [] });
  $collections.set([elsewhere]);
  stored.$value.set('');
  $toasts.set([]);
  const load = (content: string) => notes.importTo(elsewhere, new File([content], 'notes.json'));
  await load(text);
  expect(shown(elsewhere)).toEqual([
    ['a', false, 'of a'],
    ['b', true, 'of b'],
  ]);
  expect(notes.of(elsewhere).every(({ collectionId, id }) => collectionId === 'e' && id.length === 15)).toBe(
    true,
  );
  await load(JSON.stringify([{ ...JSON.parse(text)[0], text: 'changed' }]));
  await load(text);
  await load(JSON.stringify([{ ...JSON.parse(text)[0], collectionId: 'x', collectionName: 'x' }]));
  expect(typedToasts()).toEqual([
    'success: Added 2 notes.',
    'success: Added 1 note.',
    'success: Added 0 notes.',
    'error: The file has no notes for articles.',
  ]);
  expect(shown(elsewhere).map(([name]) => name)).toEqual(['a', 'a (2)', 'b']);
});

test('an item of a renamed collection stays with it, one of a deleted collection goes to the next of its name', () => {
  save('a');
  const renamed = { ...posts, name: 'articles' };
  const next = collectionOf({ id: 'n', name: 'posts', schema: [] });
  $collections.set([renamed, next]);
  expect([shown(renamed).length, shown(next).length]).toEqual([1, 0]);
  $collections.set([next]);
  expect(shown(next)).toHaveLength(1);
});

test('what another version has stored stays when an item is saved, changed or deleted', async () => {
  const later = { id: 'l', name: 'later', collectionId: 'p', collectionName: 'posts', isDefault: 'always' };
  stored.$value.set(JSON.stringify([later, 5, {}]));
  expect(shown()).toEqual([]);
  const saved = save('a');
  notes.change(saved.id, { name: 'b' });
  expect(JSON.parse(browser.storage.get(KEY) ?? '')).toContainEqual(later);
  const done = notes.remove(saved);
  await answerQuestion(true);
  await done;
  expect(JSON.parse(browser.storage.get(KEY) ?? '')).toEqual([later]);
});

test('a file that can’t be read has no items', async () => {
  const file = Object.assign(new File([], 'notes.json'), {
    text: () => Promise.reject(new DOMException('Gone.', 'NotFoundError')),
  });
  await notes.importTo(posts, file);
  expect(typedToasts()).toEqual(['error: The file has no notes for posts.']);
});
