import { atom, computed, onMount } from 'nanostores';
import { backendUrl } from '#browser/backends.ts';
import { publicAddress } from '#browser/public-address.ts';
import { noteOf } from '#domain/arrangements/notes.ts';
import { type Doc, type DocBuilder, type Sdk, sdks } from '#domain/docs/doc.ts';
import { loadTab } from '#domain/docs/load-tab.ts';
import { placeholders } from '#domain/docs/placeholders.ts';
import { type DocTabId, tabsOf } from '#domain/docs/tabs.ts';
import { $isDocsOpen } from '#stores/app/popups.ts';
import { $notes } from '#stores/arrangements/notes.ts';
import { createPreference } from '#stores/base/create-preference.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { $activeCollection, $collectionList } from '#stores/collections/list.ts';

/** Local storage key of the chosen client library, `javascript` or `dart`. */
const SDK_KEY = 'pb_sdk_preference';
/** Name used in samples when there is no auth collection. */
const DEFAULT_AUTH_COLLECTION = 'users';

/** The client library of the samples in all tabs, remembered on this device. */
export const { $value: $sdk } = createPreference<Sdk>({
  key: SDK_KEY,
  initial: 'javascript',
  decode: (text) => sdks.find((sdk) => sdk === text) ?? 'javascript',
  encode: (sdk) => sdk,
});

/** Shows the samples of a client library, now and on later visits. */
export function chooseSdk(sdk: Sdk): void {
  $sdk.set(sdk);
}

/** The tabs of the active collection. */
export const $docTabs = computed($activeCollection, (collection) => (collection ? tabsOf(collection) : []));

const $chosen = atom<DocTabId>('list');

/** The tab on screen: the chosen one, or the first if the collection doesn't have it. */
export const $docTab = computed(
  [$docTabs, $chosen],
  (tabs, chosen) => tabs.find(({ id }) => id === chosen) ?? tabs[0],
);

export function chooseDocTab(id: DocTabId): void {
  $chosen.set(id);
}

/** The notes on fields of the active collection, by the names of the fields. */
export const $fieldNotes = computed(
  [$activeCollection, $notes],
  (collection, notes): ReadonlyMap<string, string> =>
    new Map(collection?.schema.map(({ id, name }) => [name, noteOf(notes, collection.id, id)])),
);

const $context = computed([$activeCollection, $collectionList], (collection, list) => {
  if (!collection) return undefined;
  const users = collection.type === 'auth' ? collection : list.find(({ type }) => type === 'auth');
  return {
    collection,
    baseUrl: publicAddress(backendUrl()),
    authCollection: users?.name ?? DEFAULT_AUTH_COLLECTION,
    placeholders,
  };
});

type Builder =
  | { readonly state: 'busy' | 'failed' }
  | { readonly state: 'ready'; readonly tab: DocTabId; readonly build: DocBuilder };

const $builder = atom<Builder>({ state: 'busy' });
const loading = createLatest();

/** Fetches the code that builds the tab on screen; call it again after a failure. */
export async function loadDoc(): Promise<void> {
  const tab = $docTab.get()?.id;
  if (!tab) return;
  $builder.set({ state: 'busy' });
  const signal = loading.begin();
  try {
    const build = await loadTab(tab);
    if (!signal.aborted) $builder.set({ state: 'ready', tab, build });
  } catch {
    if (!signal.aborted) $builder.set({ state: 'failed' });
  }
}

/** The content of the tab: its code is being fetched, could not be fetched, or has built the texts. */
export type DocLoad =
  | { readonly state: 'busy' | 'failed' }
  | { readonly state: 'ready'; readonly value: Doc };

/** The texts of the tab on screen; loads while it has listeners. */
export const $doc = computed([$builder, $context, $docTab], (builder, context, tab): DocLoad => {
  if (builder.state !== 'ready') return builder;
  if (!context || builder.tab !== tab?.id) return { state: 'busy' };
  return { state: 'ready', value: builder.build(context) };
});

onMount($builder, () => {
  const stopTab = computed($docTab, (tab) => tab?.id).subscribe(() => void loadDoc());
  // The panel opens with its first tab. Not on unmount, which happens a second later.
  const stopReset = $isDocsOpen.listen((isOpen) => {
    if (!isOpen) $chosen.set('list');
  });
  return stopAll(stopTab, stopReset, loading.abort, () => $builder.set({ state: 'busy' }));
});
