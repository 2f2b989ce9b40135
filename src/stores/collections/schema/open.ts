import { go } from '#stores/app/route.ts';
import { $hideControls } from '#stores/app/settings.ts';
import { openCollectionEditor } from '../editor/open.ts';

/** Opens the editor of a collection, or its records where collections can't be edited. */
export function openTile(id: string): void {
  if ($hideControls.get()) go('collections', { collectionId: id });
  else void openCollectionEditor(id);
}
