import { computed } from 'nanostores';
import { listRawCollections } from '#api/settings/sync.ts';
import { exportText } from '#domain/settings/import/text.ts';
import { createSelection } from '#stores/base/create-selection.ts';
import { createLoader } from '#stores/factories/create-loader.ts';

/** Number of collections per request. */
const BATCH = 100;

const selection = createSelection();

const exportable = createLoader({
  request: async (signal) => {
    const collections = await listRawCollections(BATCH, { signal });
    selection.select(collections.map(({ id }) => id));
    return collections;
  },
});

/** All collections. */
export const $exportable = exportable.$load;
/** Loads the collections and selects all of them; reports errors. */
export const loadExport = exportable.load;

/** Ids of the selected collections. */
export const $selectedExports = selection.$selected;
export const toggleExport = selection.toggle;

const $list = computed($exportable, (load) => (load.state === 'ready' ? load.value : []));

const $chosen = computed([$list, $selectedExports], (list, selected) =>
  list.filter(({ id }) => selected.has(id)),
);

/** Whether all collections are selected. */
export const $areAllExported = computed(
  [$list, $chosen],
  (list, chosen) => list.length > 0 && chosen.length === list.length,
);

/** Number of selected collections; Copy and Download are disabled when it is 0. */
export const $exportCount = computed($chosen, (chosen) => chosen.length);

/** The JSON of exactly the selected collections. */
export const $exportText = computed($chosen, exportText);

/** Selects all collections, or none when all are selected. */
export function toggleAllExports(): void {
  if ($areAllExported.get()) selection.clear();
  else selection.select($list.get().map(({ id }) => id));
}

/** Loads the collections. Returns a function that stops this and removes them from memory. */
export function startExport(): () => void {
  void loadExport();
  return () => {
    selection.clear();
    exportable.clear();
  };
}
