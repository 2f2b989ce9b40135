import { expect, test, vi } from 'vitest';
import { type CollectionType, ownFields } from '#domain/backend/collection.ts';
import { renameCollection, setRule, setType } from '#domain/collections/editor/values.ts';
import { loadCollections } from '#stores/collections/list.ts';
import {
  answerRequests,
  loseResponses,
  rejectRequests,
  watchRequests,
} from '#tests/stores/network-fixture.ts';
import { backend, browser, toasts } from '#tests/stores/records/record-fixture.ts';
import { createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { draftKey, editorOf, rename, stored } from './drafts-fixture.ts';

const isCreation = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path === '/api/collections';

/** An editor of a new collection with a title. */
function newEditor(type: CollectionType = 'base') {
  const onSaved = vi.fn();
  const editor = editorOf(undefined, { onSaved });
  const name = uniqueName('lost');
  editor.edit((values) => renameCollection(values, name), 'name');
  if (type === 'view') {
    editor.edit((values) => setType(values, 'view'));
    editor.edit((values) => ({ ...values, query: 'select id, email from _admins' }));
  } else {
    editor.addField('text');
    rename(editor, 'field', 'title');
  }
  return { editor, name, onSaved };
}

test.each(['base', 'view'] as const)(
  'a %s collection whose creation got no response is not created twice',
  async (type) => {
    const { editor, name, onSaved } = newEditor(type);
    const find = loseResponses(isCreation);
    expect(await editor.save()).toBe(false);
    find();
    expect(browser.storage.has(draftKey())).toBe(true);
    const { sent } = watchRequests();
    expect(await editor.save()).toBe(true);
    expect(sent.filter((request) => !request.startsWith('GET'))).toEqual([]);
    const { id } = await stored(name);
    expect(onSaved).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id }), true);
    expect(toasts()).toContain('Successfully created collection.');
    expect(editor.isClosed()).toBe(true);
    expect(browser.storage.has(draftKey())).toBe(false);
  },
);

test('what was typed since the creation without a response is saved into the found collection', async () => {
  const { editor, name, onSaved } = newEditor();
  const find = loseResponses(isCreation);
  expect(await editor.save()).toBe(false);
  find();
  editor.edit((values) => setRule(values, 'listRule', 'title != ""'), 'listRule');
  // The search for it fails as well: nothing is sent meanwhile.
  const allow = rejectRequests(({ path }) => path.endsWith(`/${name}`), 'Busy.', 500);
  const { sent, stop } = watchRequests();
  expect(await editor.save()).toBe(false);
  stop();
  allow();
  expect(sent).toEqual([`GET /api/collections/${name}`]);
  expect(toasts()).toContain('Busy.');
  expect(await editor.save()).toBe(true);
  expect(await stored(name)).toMatchObject({ listRule: 'title != ""' });
  expect(toasts().slice(-2)).toEqual([
    'Successfully created collection.',
    'Successfully updated collection.',
  ]);
  expect(onSaved.mock.calls.map(([, isNew]) => isNew)).toEqual([true, false]);
  expect(editor.isClosed()).toBe(true);
});

test('a creation that never arrived is sent again', async () => {
  const { editor, name } = newEditor();
  const restore = answerRequests(isCreation, () => {
    throw new TypeError('Failed to fetch');
  });
  expect(await editor.save()).toBe(false);
  restore();
  const { sent } = watchRequests();
  expect(await editor.save()).toBe(true);
  expect(sent.filter((request) => request.startsWith('POST'))).toHaveLength(1);
  expect(ownFields(await stored(name))).toMatchObject([{ name: 'title' }]);
});

test.each([
  ['of another type', 'auth', ['title']],
  ['with other fields', 'base', ['title', 'more']],
  ['with fields in another order', 'base', ['more', 'title']],
] as const)('a collection of the same name %s is that of somebody else', async (_what, type, names) => {
  const { editor, name, onSaved } = newEditor();
  const restore = answerRequests(isCreation, () => {
    throw new TypeError('Failed to fetch');
  });
  expect(await editor.save()).toBe(false);
  restore();
  await createCollection(backend().api, { name, type, fields: names.map((one) => field(one)) });
  expect(await editor.save()).toBe(false);
  expect(Object.keys(editor.$errors.get())).toEqual(['name']);
  expect(onSaved).not.toHaveBeenCalled();
});

test('a collection that was there before is not taken for the new one', async () => {
  const { editor, name, onSaved } = newEditor();
  await createCollection(backend().api, { name, fields: [field('title')] });
  await loadCollections();
  const find = loseResponses(isCreation);
  expect(await editor.save()).toBe(false);
  find();
  expect(await editor.save()).toBe(false);
  expect(Object.keys(editor.$errors.get())).toEqual(['name']);
  expect(onSaved).not.toHaveBeenCalled();
});
