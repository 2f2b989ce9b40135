import type { EditorTab } from '#domain/collections/editor/errors.ts';
import { $path, go } from '#stores/app/route.ts';
import { $hidesControls } from '#stores/app/settings.ts';
import { createPart } from '#stores/base/create-part.ts';

const part = createPart(() => import('./editor.ts'), $path);

/** Whether the panels of the collection editor are needed. */
export const $areEditorsNeeded = part.$isNeeded;
/** Fetches the code of the editor; throws the error of the import. */
export const fetchEditors = part.fetch;

/** Closes an editor that can't be shown because its code could not be fetched. */
export const cancelEditor = (): void => part.cancel((stack) => stack.disposeEditors());

/** Opens an empty editor. */
export const openNewCollection = (): Promise<void> => part.run((stack) => stack.openEditor({}));

/** Opens the editor of a collection, at first with its fields; does nothing for an unknown id. */
export const openCollectionEditor = (id: string, tab?: EditorTab): Promise<void> =>
  part.run((stack) => stack.openListed(id, tab));

/** Opens the editor of a collection, at first with its fields, or its records where collections can't be edited. */
export function openEditorOrRecords(id: string, tab?: EditorTab): void {
  if ($hidesControls.get()) go('collections', { collectionId: id });
  else void openCollectionEditor(id, tab);
}

/** Opens the editor of a collection from a screen that has none, above the records of the collection. */
export function visitEditor(id: string, tab?: EditorTab): void {
  go('collections', { collectionId: id });
  openEditorOrRecords(id, tab);
}
