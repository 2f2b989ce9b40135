import { atom, computed, onMount } from 'nanostores';
import { backendUrl, publicAddress } from '#browser/backends.ts';
import { noteOf } from '#domain/arrangements/notes.ts';
import { ownFields } from '#domain/backend/collection.ts';
import type { DocsLine } from '#domain/docs/doc.ts';
import { type Sdk, sdks } from '#domain/docs/literal.ts';
import { placeholders } from '#domain/docs/placeholders.ts';
import { renderDoc } from '#domain/docs/render.ts';
import { tabsOf } from '#domain/docs/tabs.ts';
import { $isDocsOpen } from '#stores/app/popups.ts';
import { $notes } from '#stores/arrangements/notes.ts';
import { createPreference } from '#stores/base/create-preference.ts';
import { $activeCollection, $collectionList } from '#stores/collections/list.ts';
import { docsLine } from '#wire/docs.ts';

/** The client library of the samples in all tabs, remembered in local storage as `javascript` or `dart`. */
export const { $value: $sdk } = createPreference<Sdk>({
  key: 'pb_sdk_preference',
  initial: 'javascript',
  decode: (text) => sdks.find((sdk) => sdk === text) ?? 'javascript',
  encode: (sdk) => sdk,
});

/** Shows the samples of a client library, now and on later visits. */
export const chooseSdk = (sdk: Sdk): void => $sdk.set(sdk);

/** The notes on fields of the active collection, by the names of the fields. */
export const $fieldNotes = computed(
  [$activeCollection, $notes],
  (collection, notes): ReadonlyMap<string, string> =>
    new Map(
      collection && ownFields(collection).map(({ id, name }) => [name, noteOf(notes, collection.id, id)]),
    ),
);

const $line = atom<DocsLine | undefined>(undefined);

/** Loads the words of the backend's line, which a panel needs first. */
export async function loadDocs(): Promise<void> {
  $line.set(await docsLine());
}

const $context = computed([$activeCollection, $collectionList, $line], (collection, list, line) => {
  if (!collection || !line) return undefined;
  const users = collection.type === 'auth' ? collection : list.find(({ type }) => type === 'auth');
  return {
    collection,
    baseUrl: publicAddress(backendUrl()),
    authCollection: users?.name ?? 'users',
    placeholders: { ...placeholders, ...line.placeholders },
    line,
  };
});

/** The tabs of the active collection. */
export const $docTabs = computed($context, (context) => (context ? tabsOf(context) : []));

const $chosen = atom('');

// The panel opens with its first tab. Not on unmount, which happens a second later.
onMount($chosen, () =>
  $isDocsOpen.listen((isOpen) => {
    if (!isOpen) $chosen.set('');
  }),
);

export const chooseDocTab = (id: string): void => $chosen.set(id);

/** The tab on screen: the chosen one, or the first if the collection doesn't have it. */
export const $docTab = computed(
  [$docTabs, $chosen],
  (tabs, chosen) => tabs.find(({ id }) => id === chosen) ?? tabs[0],
);

/** The content of the tab on screen. */
export const $doc = computed(
  [$context, $docTab],
  (context, tab) => context && tab && renderDoc(context, tab),
);
