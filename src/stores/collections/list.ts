import { atom, computed, effect, onMount } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { listCollections } from '#api/collections/collections.ts';
import type { LoadState } from '#domain/app/load-state.ts';
import { type Collection, sortCollections } from '#domain/collections/collection.ts';
import { $pageTitle } from '#stores/app/app.ts';
import { report } from '#stores/app/report.ts';
import { $query, $route, setQuery } from '#stores/app/route.ts';
import { $adminId } from '#stores/app/session.ts';
import { createLatest } from '#stores/factories/latest.ts';

/** Name of the channel between tabs and of its one message (CS-13). */
const CHANNEL = 'collections';
const RELOAD = 'reload';

/** Every collection, in the order of the sidebar (CS-01, CS-02). Loads while somebody listens. */
export const $collections = atom<LoadState<readonly Collection[]>>({ state: 'busy' });

const loading = createLatest();

/** Loads the collections; those on screen stay while it runs and when it fails. */
export async function loadCollections(): Promise<void> {
  const signal = loading.begin();
  if ($collections.get().state === 'failed') $collections.set({ state: 'busy' });
  try {
    const collections = await listCollections({ signal });
    $collections.set({ state: 'ready', value: sortCollections(collections) });
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.isAbort) return;
    report(error);
    if ($collections.get().state !== 'ready') $collections.set({ state: 'failed', error });
  }
}

let channel: BroadcastChannel | undefined;

/** Makes the other tabs load their list anew (CS-13). */
export function notifyOtherTabs(): void {
  // One channel never hears itself, so this tab is spared.
  channel?.postMessage(RELOAD);
}

/**
 * Takes a created or updated collection into the list at once, then loads the list: saving one collection may
 * change others, such as the views that read it.
 */
export function showSavedCollection(saved: Collection): void {
  const others = $collectionList.get().filter(({ id }) => id !== saved.id);
  $collections.set({ state: 'ready', value: sortCollections([...others, saved]) });
  void loadCollections();
}

/**
 * Takes a deleted collection out of the list at once; when it was on screen, the first one follows (CS-13). Then
 * loads the list, in place of a load under way that may hold the collection still.
 */
export function hideDeletedCollection(id: string): void {
  $collections.set({ state: 'ready', value: $collectionList.get().filter((other) => other.id !== id) });
  void loadCollections();
}

const isShown = () => $route.get()?.name === 'collections';

onMount($collections, () => {
  const opened = new BroadcastChannel(CHANNEL);
  channel = opened;
  opened.onmessage = ({ data }) => {
    if (data === RELOAD && $adminId.get() !== undefined) void loadCollections();
  };
  const stop = $adminId.subscribe((id) => {
    if (id !== undefined) void loadCollections();
    else {
      loading.abort();
      $collections.set({ state: 'busy' });
    }
  });
  return () => {
    loading.abort();
    opened.close();
    channel = undefined;
    stop();
  };
});

/** The collections that are known, an empty list while there are none. */
export const $collectionList = computed($collections, (load) => (load.state === 'ready' ? load.value : []));

const $collectionId = computed($query, (query) => query['collectionId']);

/** The collection that the address names, or the first one (CS-10). */
export const $activeCollection = computed(
  [$collectionList, $collectionId],
  (list, id) => list.find((collection) => collection.id === id) ?? list[0],
);

/** Corrects an address that names no collection and shows the active one's name in the title. */
export function followActiveCollection(): () => void {
  const stopAddress = effect([$activeCollection, $query], (active, query) => {
    const named = query['collectionId'];
    if (!isShown() || !active || active.id === named) return;
    // Filter, sort and record belonged to the collection that is gone.
    const rest = { filter: undefined, sort: undefined, recordId: undefined };
    setQuery({ collectionId: active.id, ...(named === undefined ? {} : rest) }, { replace: true });
  });
  const stopTitle = computed([$activeCollection, $route], (active, route) =>
    route?.name === 'collections' ? active?.name : undefined,
  ).subscribe((name) => {
    if (isShown()) $pageTitle.set(name);
  });
  return () => {
    stopAddress();
    stopTitle();
  };
}
