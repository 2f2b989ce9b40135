import { atom, batch, onMount, type ReadableAtom } from 'nanostores';
import { listByIds } from '#api/records/pick.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { expandOf } from '#domain/records/panel/relations.ts';
import type { RecordData } from '#domain/records/record.ts';
import { report } from '#stores/app/report.ts';

/** Ids a request in a relation field (RF-16). */
const BATCH = 100;

/** The records that a relation field lists. Requests end when nobody listens to `$missing` any more. */
export interface RelatedRecords {
  /** The records by id, as far as they are loaded. */
  readonly $records: ReadableAtom<ReadonlyMap<string, RecordData>>;
  readonly $isLoading: ReadableAtom<boolean>;
  /** The last try to load some failed; {@link load} tries again. */
  readonly $isFailed: ReadableAtom<boolean>;
  /** Ids that were given and don't exist; none while loading failed (RF-17). */
  readonly $missing: ReadableAtom<readonly string[]>;
  /** Loads what is not known yet of these ids. Call it with every new value; it gives the ids that exist. */
  readonly load: (ids: readonly string[]) => Promise<readonly string[]>;
  /** Takes a record over that is known already, as from the picker. */
  readonly add: (records: readonly RecordData[]) => void;
}

/** Makes the store of the records behind a relation's ids. */
export function createRelatedRecords(collection: Collection): RelatedRecords {
  const $records = atom<ReadonlyMap<string, RecordData>>(new Map());
  const $isLoading = atom(false);
  const $isFailed = atom(false);
  const $missing = atom<readonly string[]>([]);
  let watch = new AbortController();
  onMount($missing, () => () => {
    watch.abort();
    watch = new AbortController();
  });

  const add = (records: readonly RecordData[]) =>
    $records.set(new Map([...$records.get(), ...records.map((record) => [record.id, record] as const)]));

  return {
    $records,
    $isLoading,
    $isFailed,
    $missing,
    add,
    load: async (ids) => {
      const unknown = ids.filter((id) => !$records.get().has(id) && !$missing.get().includes(id));
      if (unknown.length) {
        const { signal } = watch;
        batch(() => {
          $isLoading.set(true);
          $isFailed.set(false);
        });
        try {
          const found = await listByIds(collection.id, unknown, BATCH, expandOf(collection), { signal });
          batch(() => {
            add(found);
            $missing.set([...$missing.get(), ...unknown.filter((id) => !$records.get().has(id))]);
          });
        } catch (thrown) {
          // Not knowing an id is no reason to drop it.
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
