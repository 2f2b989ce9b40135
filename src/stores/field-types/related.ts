import { atom, batch, onMount } from 'nanostores';
import { listByIds } from '#api/records/pick.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { RecordData } from '#domain/records/record.ts';
import { expandOf } from '#domain/records/relations.ts';
import { report } from '#stores/app/report.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { $ownChange } from '#stores/records/list-update.ts';

/** The records that a relation field lists. Requests are aborted when `$missing` loses its last listener. */
export function createRelatedRecords(collection: Collection) {
  const expand = () => expandOf(collection, $collectionList.get());
  const $records = atom<ReadonlyMap<string, RecordData>>(new Map());
  const $isLoading = atom(false);
  const $isFailed = atom(false);
  const $missing = atom<readonly string[]>([]);
  let loading = new AbortController();
  /** Loads listed records again that were changed in a panel above. */
  const reload = async (ids: readonly string[]) => {
    if (!ids.length) return;
    try {
      const { signal } = loading;
      const found = await listByIds(collection.id, ids, expand(), { signal });
      const isFound = new Set(found.map(({ id }) => id));
      const gone = ids.filter((id) => !isFound.has(id));
      batch(() => {
        $records.set(new Map([...$records.get()].filter(([id]) => !gone.includes(id))));
        add(found);
        $missing.set([...$missing.get(), ...gone]);
      });
    } catch (thrown) {
      report(thrown);
    }
  };
  onMount($missing, () => {
    const stop = $ownChange.listen((change) => {
      if (change?.collectionId !== collection.id) return;
      void reload(change.ids.filter((id) => $records.get().has(id)));
    });
    return () => {
      stop();
      loading.abort();
      loading = new AbortController();
    };
  });

  const add = (records: readonly RecordData[]) =>
    $records.set(new Map([...$records.get(), ...records.map((record) => [record.id, record] as const)]));

  return {
    $records,
    $isLoading,
    /** Whether the last load failed; `load` tries again. */
    $isFailed,
    /** Ids of records that don't exist; a failed load adds none. */
    $missing,
    /** Adds records that are loaded already, for example by the picker. */
    add,
    /** Loads the records that are not loaded yet; call it with every new value. Returns `ids` without missing ones. */
    load: async (ids: readonly string[]): Promise<readonly string[]> => {
      const unknown = ids.filter((id) => !$records.get().has(id) && !$missing.get().includes(id));
      if (unknown.length) {
        const { signal } = loading;
        batch(() => {
          $isLoading.set(true);
          $isFailed.set(false);
        });
        try {
          const found = await listByIds(collection.id, unknown, expand(), { signal });
          batch(() => {
            add(found);
            $missing.set([...$missing.get(), ...unknown.filter((id) => !$records.get().has(id))]);
          });
        } catch (thrown) {
          // The ids stay: the records may exist.
          report(thrown);
          $isFailed.set(!signal.aborted);
        } finally {
          $isLoading.set(false);
        }
      }
      return ids.filter((id) => !$missing.get().includes(id));
    },
  };
}

export type RelatedRecords = ReturnType<typeof createRelatedRecords>;
