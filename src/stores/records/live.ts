// chunks: live
import { atom, computed, effect } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { followRecords, type Subscription } from '#api/records/shared-realtime.ts';
import { whenIdle } from '#browser/connection.ts';
import { followHidden, listen } from '#browser/listen.ts';
import { readShared } from '#browser/shared-storage.ts';
import { cellDraftKey } from '#domain/app/later-keys.ts';
import { waitingDraftsKey } from '#domain/app/storage-keys.ts';
import { endSessionIfOver } from '#stores/app/end-session.ts';
import { $adminId } from '#stores/app/session.ts';
import { stopAll } from '#stores/base/running.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { $cellUse } from './cells/use.ts';
import { $listedQuery, $records, loadedList } from './list.ts';
import { startLiveRows } from './live-rows.ts';
import { startOrder } from './order/order.ts';
import { $watched } from './record-events.ts';
import { startSeenLists } from './seen.ts';
import { $isChangingMany } from './tools.ts';

/** Brings back changes in cells that a reload has left, when their list is on screen. */
const followKeptCells = (): (() => void) =>
  $activeCollection.subscribe((collection) => {
    if (!collection) return;
    const key = cellDraftKey(collection.id);
    const ownKey = `${key}@${$adminId.get() ?? ''}`;
    const keys = [key, ownKey, waitingDraftsKey(ownKey)];
    if (keys.some((each) => readShared(each) !== undefined)) $cellUse.set({ kind: 'restore' });
  });

/** Time after which a hidden tab follows nothing any more, in ms. */
const HIDDEN_MS = 10_000;
/** Pauses before further attempts when no connection can be established, in ms; the last one repeats. */
const PAUSES = [5000, 15_000, 30_000, 60_000, 120_000, 300_000];

/** Whether the tab has been hidden for some time, or since the list was opened. */
const $isAway = atom(false);

function watchAway(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = () => $isAway.set(true);
  leave();
  const stop = followHidden((isHidden) => {
    clearTimeout(timer);
    if (!isHidden) $isAway.set(false);
    else timer = setTimeout(leave, HIDDEN_MS);
  });
  // The timer of a frozen page does not end, and other tabs would wait for it.
  return stopAll(
    () => clearTimeout(timer),
    stop,
    listen(document, ['freeze'], leave),
    listen(window, ['pagehide'], leave),
  );
}

/** Keeps a subscription while possible. A connection that can't be established is silent: the list works without. */
export function keepSubscribed(subscription: Subscription): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onConnected = () => {
    failures = 0;
    subscription.onConnected();
  };
  const connect = async () => {
    clearTimeout(timer);
    timer = undefined;
    try {
      await followRecords({ ...subscription, onConnected }, { signal });
    } catch (thrown) {
      if (signal.aborted) return;
      timer = setTimeout(connect, PAUSES[Math.min(failures, PAUSES.length - 1)]);
      failures += 1;
      await endSessionIfOver(toApiError(thrown));
    }
  };
  const retry = () => {
    if (timer !== undefined) void connect();
  };
  void connect();
  return stopAll(
    () => stop.abort(),
    () => clearTimeout(timer),
    listen(window, ['online'], retry),
  );
}

/** Calls `start` when the list is loaded and the browser idle. Returns a function that stops what it started. */
function startWhenLoaded(start: () => () => void): () => void {
  let stop: (() => void) | undefined;
  const begin = () => {
    const list = loadedList();
    if (list && !list.loading) stop ??= whenIdle(() => (stop = start()));
  };
  const stopListening = $records.subscribe(begin);
  return stopAll(stopListening, () => stop?.());
}

/** The collection to follow: no view, as PocketBase reports none, and none while a tool needs the connection. */
const $followed = computed(
  [$listedQuery, $activeCollection, $adminId, $isAway, $isChangingMany],
  (query, collection, adminId, isAway, isChangingMany) => {
    if (isAway || isChangingMany || adminId === undefined || !collection || collection.type === 'view')
      return undefined;
    return query?.collection === collection.id ? collection.id : undefined;
  },
);

/** Follows changes of records in the list and in open panels, until list or session end, and not in a hidden tab. */
export function startLive(): () => void {
  const stopAway = watchAway();
  const stopCells = followKeptCells();

  const rows = startLiveRows((versions) => {
    for (const { collectionId, $recordId, onEvent } of $watched.get()) {
      const id = $recordId.get();
      if (collectionId !== $followed.get() || id === undefined) continue;
      const updated = versions.get(id);
      onEvent(typeof updated === 'string' ? { action: 'update', id, updated } : undefined);
    }
  });

  const stopSeen = startSeenLists(rows);
  const stopOrder = startOrder();
  const stopList = effect($followed, (collection) => {
    if (collection === undefined) return undefined;
    return startWhenLoaded(() =>
      keepSubscribed({
        collection,
        onEvent: (event) => {
          rows.note({ type: 'change', ...event });
          for (const { collectionId, $recordId, onEvent } of $watched.get())
            if (collectionId === collection && $recordId.get() === event.id) onEvent(event);
        },
        onConnected: () => rows.note({ type: 'may have missed' }),
      }),
    );
  });

  // A picker opens records of other collections.
  const stopOthers = effect([$followed, $watched], (followed, watched) => {
    if (followed === undefined) return undefined;
    const others = watched.filter(({ collectionId }) => collectionId !== followed);
    const stops = others.map(({ collectionId, $recordId, onEvent }) =>
      effect($recordId, (record) => {
        if (record === undefined) return undefined;
        const onConnected = () => onEvent(undefined);
        return keepSubscribed({ collection: collectionId, record, onEvent, onConnected });
      }),
    );
    return stopAll(...stops);
  });

  return stopAll(stopAway, stopCells, stopOthers, stopList, stopSeen, stopOrder, rows.stop);
}
