import { afterEach, beforeEach, vi } from 'vitest';
import type { Collection } from '#domain/collections/collection.ts';
import { renameField } from '#domain/collections/editor/fields.ts';
import {
  type CollectionEditor,
  createEditor,
  type EditorOptions,
} from '#stores/collections/editor/editor.ts';
import { $collectionList, $collections, loadCollections } from '#stores/collections/list.ts';
import { backend, browser } from '#tests/stores/records/record-fixture.ts';
import { createCollection, field, uniqueName } from '#tests/support/factories.ts';

$collections.listen(() => {});
beforeEach(() => loadCollections());

const open: CollectionEditor[] = [];
/** Editors hold their keys until they are closed. */
afterEach(() => {
  for (const editor of open.splice(0)) editor.dispose();
  vi.restoreAllMocks();
});

/** An editor of a collection, or of a new one, which is closed after the test. */
export function editorOf(collection?: Collection, options: Partial<EditorOptions> = {}): CollectionEditor {
  const quiet = { onClose: () => {}, onSaved: () => {}, onDuplicate: () => {} };
  const editor = createEditor({ collection, ...quiet, ...options });
  open.push(editor);
  return editor;
}

/** A collection as the backend has it. */
export const stored = (id: string) => backend().api.get<Collection>(`/api/collections/${id}`);

/** The collection as the list has it now. */
export async function listed(id: string): Promise<Collection> {
  await loadCollections();
  const found = $collectionList.get().find((one) => one.id === id);
  if (!found) throw new Error('It is not in the list.');
  return found;
}

/** A collection with a title and a rank. */
export async function made(): Promise<Collection> {
  const { id } = await createCollection(backend().api, {
    name: uniqueName('kept'),
    schema: [field('title'), field('rank', 'number')],
  });
  return listed(id);
}

export const keyOf = (editor: CollectionEditor, name: string) =>
  editor.$values.get().fields.find((one) => one.name === name)?.key ?? '';
export const namesOf = (editor: CollectionEditor) => editor.$values.get().fields.map(({ name }) => name);
export const rename = (editor: CollectionEditor, from: string, to: string) => {
  const key = keyOf(editor, from);
  editor.editField(key, (values) => renameField(values, key, to), 'name');
};
/** Writes what is pending, as leaving the page does. */
export const keep = () => browser.dispatch('pagehide');
/** Where the draft lies. */
export const draftKey = (collection?: Collection) => `collection_draft_${collection?.id ?? ''}`;
