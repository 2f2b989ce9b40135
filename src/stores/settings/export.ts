import { atom, batch, computed } from 'nanostores';
import { listRawCollections } from '#api/settings/sync.ts';
import type { LoadState } from '#domain/app/load-state.ts';
import type { RawCollection } from '#domain/settings/sync/raw.ts';
import { exportText } from '#domain/settings/sync/text.ts';
import { report } from '#stores/app/report.ts';
import { createSelection } from '#stores/factories/create-selection.ts';
import { createLatest } from '#stores/factories/latest.ts';

/** Number of collections per request (EX-02). */
const BATCH = 100;

const loading = createLatest();
const selection = createSelection();

/** All collections (EX-02). */
export const $exportable = atom<LoadState<readonly RawCollection[]>>({ state: 'busy' });

/** Ids of the selected collections (EX-02). */
export const $selectedExports = selection.$selected;
export const toggleExport = selection.toggle;

const $list = computed($exportable, (load) => (load.state === 'ready' ? load.value : []));

const $chosen = computed([$list, $selectedExports], (list, selected) =>
  list.filter(({ id }) => selected.has(id)),
);

/** Whether all collections are selected (EX-03). */
export const $areAllExported = computed(
  [$list, $chosen],
  (list, chosen) => list.length > 0 && chosen.length === list.length,
);

/** Number of selected collections; Copy and Download are disabled when it is 0 (EX-07). */
export const $exportCount = computed($chosen, (chosen) => chosen.length);

/** The JSON of exactly the selected collections (EX-04). */
export const $exportText = computed($chosen, exportText);

/** Selects all collections, or none when all are selected (EX-03). */
export function toggleAllExports(): void {
  if ($areAllExported.get()) selection.clear();
  else selection.select($list.get().map(({ id }) => id));
}

/** Loads the collections and selects all of them; reports errors. */
export async function loadExport(): Promise<void> {
  const signal = loading.begin();
  $exportable.set({ state: 'busy' });
  try {
    const value = await listRawCollections(BATCH, { signal });
    batch(() => {
      selection.select(value.map(({ id }) => id));
      $exportable.set({ state: 'ready', value });
    });
  } catch (thrown) {
    const error = report(thrown);
    if (!error.isAbort) $exportable.set({ state: 'failed', error });
  }
}

/** Loads the collections. Returns a function that stops this and removes them from memory. */
export function startExport(): () => void {
  void loadExport();
  return () => {
    loading.abort();
    selection.clear();
    $exportable.set({ state: 'busy' });
  };
}
