// chunks: collections, on demand
import { whenIdle } from '#browser/connection.ts';
import { storeInTab } from '#browser/storage.ts';
import { LISTED_KEY } from '#domain/app/storage-keys.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { RememberedList } from '#domain/records/list-query.ts';
import { onReconnect } from '#stores/app/connection.ts';
import { startOnce, stopAll } from '#stores/base/running.ts';
import {
  $activeCollection,
  $collectionList,
  $collections,
  followActiveCollection,
} from '#stores/collections/list.ts';
import { lineNow } from '#wire/capabilities.ts';
import { recordRequests } from '#wire/records.ts';
import { $records, refreshRecords, startRecords } from './list.ts';
import { startViewsBefore } from './start-views.ts';

/** Starts the live updates once a list is loaded and the browser idle; without their code, the next one tries again. */
function startLiveWhenIdle(): () => void {
  const stop = new AbortController();
  let isFetching = false;
  let cancel = () => {};
  const fetchLive = async () => {
    try {
      const { startLive } = await import('./live.ts');
      if (stop.signal.aborted) return;
      stopListening();
      cancel = startLive();
    } catch {
      isFetching = false;
    }
  };
  const stopListening = $records.listen(({ state }) => {
    if (state !== 'ready' || isFetching) return;
    isFetching = true;
    cancel = whenIdle(() => void fetchLive());
  });
  return stopAll(
    () => stop.abort(),
    stopListening,
    () => cancel(),
  );
}

/** Remembers in the tab what the list requests: after a reload, that is sent before the collections arrive. */
function remember(collection: Collection | undefined): void {
  const list: RememberedList | undefined = collection && {
    '@line': lineNow(),
    id: collection.id,
    requests: recordRequests(collection, $collectionList.get()),
  };
  storeInTab(LISTED_KEY, list && JSON.stringify(list));
}

/** Takes files that were dropped beside their place, see `layouts/signed-in.ts`; returns a function that stops this. */
function takeDropped(): () => void {
  const take = ({ detail }: CustomEventInit<readonly File[]>) => {
    if (!detail?.length) return;
    import('./import/current.ts').then(
      ({ takeFiles }) => takeFiles(detail),
      () => {},
    );
  };
  addEventListener('atoll:files', take);
  return () => removeEventListener('atoll:files', take);
}

/** Starts the stores of the collections screen, see {@link startOnce}. */
export const startCollectionsPage = startOnce(
  () => $collections.listen(() => {}),
  followActiveCollection,
  () => $activeCollection.subscribe(remember),
  startLiveWhenIdle,
  () => startViewsBefore(startRecords),
  () => onReconnect(() => void refreshRecords()),
  takeDropped,
);
