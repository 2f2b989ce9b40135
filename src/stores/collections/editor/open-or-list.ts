import type { EditorTab } from '#domain/collections/editor/errors.ts';
import { go } from '#stores/app/route.ts';
import { $hideControls } from '#stores/app/settings.ts';
import { openCollectionEditor } from './open.ts';

/** Opens the editor of a collection, at first with its fields, or its records where collections can't be edited. */
export function openEditorOrRecords(id: string, tab?: EditorTab): void {
  if ($hideControls.get()) go('collections', { collectionId: id });
  else void openCollectionEditor(id, tab);
}

/** Opens the editor of a collection from a screen that has none, above the records of the collection. */
export function visitEditor(id: string): void {
  go('collections', { collectionId: id });
  openEditorOrRecords(id);
}
