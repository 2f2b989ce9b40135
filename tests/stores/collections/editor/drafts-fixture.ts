import { afterEach, beforeEach, vi } from 'vitest';
import { list, members } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { renameField } from '#domain/collections/editor/fields.ts';
import {
  type CollectionEditor,
  createEditor,
  type EditorOptions,
} from '#stores/collections/editor/editor.ts';
import { $collectionList, $collections, loadCollections } from '#stores/collections/list.ts';
import { backend, browser } from '#tests/stores/records/record-fixture.ts';
import { createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { readCollection } from '#wire/collections.ts';
import { writeCollection } from '#wire/save-collection.ts';

$collections.listen(() => {});
beforeEach(() => loadCollections());

const open: CollectionEditor[] = [];
/** An open editor keeps its draft key. */
afterEach(() => {
  for (const editor of open.splice(0)) editor.dispose();
  vi.restoreAllMocks();
});

/** Opens an editor of a collection, or of a new one, and closes it after the test. */
export function editorOf(collection?: Collection, options: Partial<EditorOptions> = {}): CollectionEditor {
  const callbacks = { onClose: () => {}, onSaved: () => {}, onDuplicate: () => {} };
  const editor = createEditor({ collection, ...callbacks, ...options });
  open.push(editor);
  return editor;
}

/** The collection as stored in the backend. */
export const stored = async (id: string): Promise<Collection> =>
  readCollection(await backend().api.get(`/api/collections/${id}`));

/** Its fields as the backend has them. */
export const schemaOf = (collection: Collection) => list(writeCollection(collection)['schema'], members);

/** Reloads the list and returns its entry of the collection. */
export async function reloadListed(id: string): Promise<Collection> {
  await loadCollections();
  const found = $collectionList.get().find((one) => one.id === id);
  if (!found) throw new Error('The collection is not in the list.');
  return found;
}

/** Creates a collection with a title and a rank. */
export async function createStored(): Promise<Collection> {
  const { id } = await createCollection(backend().api, {
    name: uniqueName('kept'),
    fields: [field('title'), field('rank', 'number')],
  });
  return reloadListed(id);
}

export const keyOf = (editor: CollectionEditor, name: string) =>
  editor.$values.get().fields.find((one) => one.name === name)?.key ?? '';
export const namesOf = (editor: CollectionEditor) => editor.$values.get().fields.map(({ name }) => name);
export const rename = (editor: CollectionEditor, from: string, to: string) => {
  const key = keyOf(editor, from);
  editor.editField(key, (values) => renameField(values, key, to), 'name');
};
/** Writes pending drafts, like leaving the page. */
export const flushDrafts = () => browser.dispatch('pagehide');
/** The storage key of the draft. */
export const draftKey = (collection?: Collection) => `collection_draft_${collection?.id ?? ''}`;
