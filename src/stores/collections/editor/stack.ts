import type { Collection } from '#domain/collections/collection.ts';
import type { EditorTab } from '#domain/collections/editor/errors.ts';
import type { CollectionValues } from '#domain/collections/editor/values.ts';
import { setQuery } from '#stores/app/route.ts';
import { createPanelStack } from '#stores/factories/create-edit-panel.ts';
import { $collectionList } from '../list.ts';
import { type CollectionEditor, createEditor } from './editor.ts';

/** The open editors, lowest first: the page's editor, then those that relation fields open on top. */
const stack = createPanelStack<CollectionEditor>();
export const { $panels: $editors, disposeAll: disposeEditors, start: startEditors } = stack;

export interface OpenOptions {
  readonly collection?: Collection;
  readonly values?: CollectionValues;
  /** Called after a save; without it a new collection becomes the active one. */
  readonly onSaved?: (collection: Collection) => void;
}

/** Opens an editor on top of the others. */
export function openEditor({ collection, values, onSaved }: OpenOptions): CollectionEditor {
  const editor: CollectionEditor = createEditor({
    collection,
    values,
    onClose: () => stack.remove(editor),
    onSaved: (saved, isNew) => {
      if (onSaved) onSaved(saved);
      // Filter, sort and record belong to the previous collection.
      else if (isNew) {
        const rest = { filter: undefined, sort: undefined, recordId: undefined, recordOf: undefined };
        setQuery({ collectionId: saved.id, ...rest });
      }
    },
    onDuplicate: (copy) => void openEditor({ values: copy }),
  });
  stack.push(editor);
  return editor;
}

/** Opens the editor of a collection; does nothing for an unknown id. */
export function openListed(id: string, tab: EditorTab = 'fields'): void {
  const collection = $collectionList.get().find((listed) => listed.id === id);
  if (collection) openEditor({ collection }).$tab.set(tab);
}
