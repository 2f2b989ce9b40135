import { atom, computed, effect, onMount } from 'nanostores';
import { lastChange, listCollections } from '#api/collections/collections.ts';
import { currentBackend, storageKeyOf } from '#browser/backends.ts';
import { isOwnCollection, ownState } from '#domain/arrangements/own-collection.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { sortCollections } from '#domain/collections/collection.ts';
import { $query, $route, setQuery, showsRecords } from '#stores/app/route.ts';
import { $adminId } from '#stores/app/session.ts';
import { $pageTitle } from '#stores/app/settings.ts';
import { stopAll } from '#stores/base/running.ts';
import { createLoader } from '#stores/factories/create-loader.ts';

/** Name of the channel between the tabs of a backend. No backend is known while prerendering. */
const channelName = () =>
  typeof window === 'undefined' ? '' : storageKeyOf(currentBackend(), 'collections');
const RELOAD = 'reload';

/** Atoll's own collection, or another one of its name; it is listed only while the address names it. */
export const $ownCollection = atom<Collection | undefined>(undefined);

const loader = createLoader<readonly Collection[]>({
  request: async (signal) => {
    const all = sortCollections(await listCollections({ signal }));
    const own = all.find(ownState);
    if (own?.updated !== $ownCollection.get()?.updated) $ownCollection.set(own);
    return all.filter((one) => !isOwnCollection(one) || one.id === $collectionId.get());
  },
  keepsValue: true,
});

/** Every collection, in the order of the sidebar. Loads while it has listeners. */
export const $collections = loader.$load;
/** Loads the collections; the loaded ones stay on screen meanwhile and after a failure. Reports errors. */
export const loadCollections = loader.load;

const isSignedIn = () => $adminId.get() !== undefined;

async function loadIfChanged(): Promise<void> {
  // The session may have ended before it was this check's turn.
  if (!isSignedIn()) return;
  // Without a listener, what is loaded would be aborted when a screen that shows the list is left.
  const release = $collections.listen(() => {});
  try {
    const { count, updated } = await lastChange();
    // What is being loaded may have it already; another load would abort it, for those who wait for it too.
    await loader.ended();
    const list = $collectionList.get();
    const own = $ownCollection.get();
    const known = own && !list.some(({ id }) => id === own.id) ? [...list, own] : list;
    const isKnown = count === known.length && (!count || known.some((one) => one.updated === updated));
    if (!isKnown) await loadCollections();
  } catch {
    // The request that shows data reports the failure.
  } finally {
    release();
  }
}

let checking: Promise<void> | undefined;
let nextCheck: Promise<void> | undefined;

/** Loads the collections again if any of them was created, changed or deleted elsewhere. Never rejects. */
export function checkCollections(): Promise<void> {
  if (!checking) {
    checking = loadIfChanged().finally(() => (checking = undefined));
    return checking;
  }
  // The pending check may be older than the change; one more serves all callers.
  nextCheck ??= checking.then(() => {
    nextCheck = undefined;
    return checkCollections();
  });
  return nextCheck;
}

let channel: BroadcastChannel | undefined;

/** Makes the other tabs load their list again. */
export function notifyOtherTabs(): void {
  // The channel, which does not receive its own messages, is open only while the list is on screen.
  const sender = channel ?? new BroadcastChannel(channelName());
  sender.postMessage(RELOAD);
  if (sender !== channel) sender.close();
}

/** Shows a saved collection in the list at once, then loads the list: others, such as views, may have changed too. */
export function showSavedCollection(saved: Collection): void {
  const others = $collectionList.get().filter(({ id }) => id !== saved.id);
  $collections.set({ state: 'ready', value: sortCollections([...others, saved]) });
  void loadCollections();
}

/** Removes a deleted collection from the list at once, and aborts a pending load that may still return it. */
export function hideDeletedCollection(id: string): void {
  $collections.set({ state: 'ready', value: $collectionList.get().filter((other) => other.id !== id) });
  void loadCollections();
}

onMount($collections, () => {
  const opened = new BroadcastChannel(channelName());
  channel = opened;
  opened.onmessage = ({ data }) => {
    if (data === RELOAD && isSignedIn()) void loadCollections();
  };
  const stop = $adminId.subscribe((id) => {
    if (id !== undefined) void loadCollections();
    else {
      loader.clear();
      $ownCollection.set(undefined);
    }
  });
  return () => {
    loader.abort();
    opened.close();
    channel = undefined;
    stop();
  };
});

/** The loaded collections; empty before they are loaded. */
export const $collectionList = computed($collections, (load) => (load.state === 'ready' ? load.value : []));

const $collectionId = computed($query, (query) => query['collectionId']);

/** The collection in the address, or the first one. Addresses of PocketBase's own dashboard have its name. */
export const $activeCollection = computed(
  [$collectionList, $collectionId],
  (list, id) => list.find((one) => one.id === id) ?? list.find(({ name }) => name === id) ?? list[0],
);

/** Corrects an address without an existing collection, and shows the active one in the title, until it is stopped. */
export function followActiveCollection(): () => void {
  const stopAddress = effect([$activeCollection, $query], (active, query) => {
    const named = query['collectionId'];
    if (!showsRecords() || !active || active.id === named) return;
    // Filter, sort and record belong to the collection that no longer exists.
    const rest = { filter: undefined, sort: undefined, recordId: undefined, recordOf: undefined };
    const isSame = named === undefined || named === active.name;
    setQuery({ collectionId: active.id, ...(isSame ? {} : rest) }, { replace: true });
  });
  const stopTitle = computed([$activeCollection, $route], (active, route) =>
    route?.name === 'collections' ? active?.name : undefined,
  ).subscribe((name) => {
    if (showsRecords()) $pageTitle.set(name);
  });
  return stopAll(stopAddress, stopTitle);
}
