import { computed } from 'nanostores';
import { listEntries } from '#api/settings/sync.ts';
import { isLeftAlone } from '#domain/arrangements/own-collection.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { createSelection } from '#stores/base/create-selection.ts';
import { stopAll } from '#stores/base/running.ts';
import { createLoader } from '#stores/factories/create-loader.ts';
import { storedText } from '#wire/collection-text.ts';

const BATCH = 100;

const selection = createSelection();

/** Atoll's own collection is exported only when it is chosen by itself. */
const idsOf = (collections: readonly Collection[]) =>
  collections.filter((one) => !isLeftAlone(one)).map(({ id }) => id);

const exportable = createLoader({
  request: async (signal) => {
    const collections = await listEntries(BATCH, { signal });
    selection.select(idsOf(collections));
    return collections;
  },
});

/** All collections. */
export const $exportable = exportable.$load;
/** Loads the collections and selects all of them but Atoll's own; reports errors. */
export const loadExport = exportable.load;

/** Ids of the selected collections. */
export const $selectedExports = selection.$selected;
export const toggleExport = selection.toggle;

const $list = computed($exportable, (load) => (load.state === 'ready' ? load.value : []));

const $chosen = computed([$list, $selectedExports], (list, selected) =>
  list.filter(({ id }) => selected.has(id)),
);

/** Whether all collections but Atoll's own are selected. */
export const $areAllExported = computed([$list, $selectedExports], (list, selected) => {
  const ids = idsOf(list);
  return ids.length > 0 && ids.every((id) => selected.has(id));
});

/** Number of selected collections; Copy and Download are disabled when it is 0. */
export const $exportCount = computed($chosen, (chosen) => chosen.length);

/** The JSON of exactly the selected collections. */
export const $exportText = computed($chosen, storedText);

/** Selects all collections, or none when all are selected. */
export function toggleAllExports(): void {
  if ($areAllExported.get()) selection.clear();
  else selection.select(idsOf($list.get()));
}

/** Loads the collections. Returns a function that stops this and removes them from memory. */
export function startExport(): () => void {
  void loadExport();
  return stopAll(selection.clear, exportable.clear);
}
