import { atom, onMount } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { firstMatching } from '#api/records/pick.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import type { LoadState } from '#domain/app/load-state.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { type PointingField, schemaIndex } from '#domain/collections/schema-index.ts';
import type { RecordData } from '#domain/records/record.ts';
import { referenceFilter } from '#domain/records/reference-filter.ts';
import { expandOf } from '#domain/records/relations.ts';
import { report } from '#stores/app/report.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { $ownChange } from '../list-update.ts';

const PARALLEL = 4;
const NAMED = 5;

export interface References extends PointingField {
  readonly filter: string;
  readonly load: LoadState<{ readonly total: number; readonly items: readonly RecordData[] }>;
}

/** The relations that may refer to a record, loaded while somebody looks, and again after changes by this page. */
export function createReferences(collection: Collection, id: string) {
  const $references = atom<readonly References[]>(
    schemaIndex($collectionList.get())
      .pointingTo(collection)
      .map((one) => ({ ...one, filter: referenceFilter(one, id), load: { state: 'busy' } })),
  );
  const requests = createLatest();
  /** Relations to load: a change may come, and abort all requests, before another one's are answered. */
  const due = new Set($references.get().map(({ field }) => field));

  const set = ({ field }: References, load: References['load']) => {
    due.delete(field);
    $references.set($references.get().map((one) => (one.field === field ? { ...one, load } : one)));
  };

  const load = async (isWanted: (one: References) => boolean = () => true) => {
    const signal = requests.begin();
    const wanted = $references.get().filter((one) => {
      if (isWanted(one)) due.add(one.field);
      return due.has(one.field);
    });
    await inParallel(wanted, PARALLEL, async (one) => {
      const query = {
        collection: one.collection.id,
        filter: one.filter,
        expand: expandOf(one.collection, $collectionList.get()),
      };
      try {
        set(one, { state: 'ready', value: await firstMatching({ ...query, perPage: NAMED }, { signal }) });
      } catch (thrown) {
        const error = report(thrown, { toast: false });
        if (!signal.aborted) set(one, { state: 'failed', error: toApiError(error) });
      }
    });
  };

  onMount($references, () => {
    void load();
    const stop = $ownChange.listen((change) => {
      // The backend may have deleted others with a record.
      void load((one) => change?.action === 'delete' || one.collection.id === change?.collectionId);
    });
    return stopAll(stop, requests.abort);
  });
  return { $references, reload: () => load() };
}
