import { computed } from 'nanostores';
import type { Collection } from '#domain/backend/collection.ts';
import { $query, $route, setQuery } from '#stores/app/route.ts';
import { createPart } from '#stores/base/create-part.ts';

const part = createPart(() => import('./panel/follow-route.ts'));

/** Whether the record panels are needed: the address contains a record, or a new one was opened. */
export const $arePanelsNeeded = computed(
  [$route, $query, part.$isNeeded],
  (route, query, isNeeded) => isNeeded || (route?.name === 'collections' && query['recordId'] !== undefined),
);

/** Fetches the code of the panels; throws the error of the import. */
export const fetchPanels = part.fetch;

/** Opens a record of the active collection: its panel, or its preview for a view. */
export function openRecord(id: string): void {
  setQuery({ recordId: id, recordOf: undefined });
}

/** Opens a record, of any collection, above what is open, or above the list. */
export function openRelated(collection: Collection, id: string): Promise<void> {
  return part.run((panels) => panels.openRelatedRecord(collection, id));
}

/** Opens a row of a view that has no id of its own. */
export function openRow(row: string): Promise<void> {
  return part.run((panels) => panels.openRow(row));
}

/** Closes a record that can't be shown because its code could not be fetched. */
export function cancelRecord(): void {
  part.cancel((panels) => panels.disposeAll());
  setQuery({ recordId: undefined, recordOf: undefined }, { replace: true });
}

/** Opens an empty panel for the active collection, unless another collection is on screen once its code is fetched. */
export function openNewRecord(): Promise<void> {
  const { collectionId } = $query.get();
  return part.run((panels) => {
    if ($query.get()['collectionId'] === collectionId) panels.openNewRecordPanel();
  });
}
