import { readStored, store } from '#browser/storage.ts';
import { tellStored } from '#browser/tell-stored.ts';
import { ARRANGED_KINDS } from '#domain/arrangements/kinds.ts';
import {
  NOT_JOINED,
  parseSharedState,
  parseTexts,
  type SharedState,
  type Texts,
} from '#domain/arrangements/state.ts';
import { OWN_ARRANGEMENTS_KEY, SHARED_KEY } from '#domain/arrangements/storage-keys.ts';
import { createPreference, jsonUnlessEmpty } from '#stores/base/create-preference.ts';
import { stopAll } from '#stores/base/running.ts';
import { storedFolders } from '#stores/collections/folder-mode.ts';
import { storedViews } from '#stores/records/stored-views.ts';
import { templates } from '#stores/records/templates.ts';
import { $notes } from './notes.ts';

/*
 * What this device has stored of arrangements. All is read from storage itself: the event of another tab's change may
 * not have arrived yet, and an old value would be sent as a change.
 */

/** Thrown when the storage of the browser can't hold the shared arrangements. */
export class StorageFull extends Error {
  override readonly message = 'The storage of this browser is full or blocked.';
}

const KEYS = ARRANGED_KINDS.map(({ storageKey }) => storageKey);

const state = createPreference<SharedState>({
  key: SHARED_KEY,
  initial: NOT_JOINED,
  decode: parseSharedState,
  encode: (value) => (value === NOT_JOINED ? undefined : JSON.stringify(value)),
});

const own = createPreference<Texts>({
  key: OWN_ARRANGEMENTS_KEY,
  initial: {},
  decode: parseTexts,
  encode: jsonUnlessEmpty,
});

/** What this device knows of the shared arrangements; follows other tabs while it has listeners. */
export const $sharedState = state.$value;
/** The arrangements that were put aside for the shared ones. */
export const $ownTexts = own.$value;

export const readState = (): SharedState => parseSharedState(readStored(SHARED_KEY) ?? '');
export const readOwnTexts = (): Texts => parseTexts(readStored(OWN_ARRANGEMENTS_KEY) ?? '');

/** The arrangements in use, by storage key. */
export const deviceTexts = (): Texts => Object.fromEntries(KEYS.map((key) => [key, readStored(key) ?? '']));

const check = (isStored: boolean) => {
  if (!isStored) throw new StorageFull();
};

/** Throws {@link StorageFull}. */
export const storeState = (value: SharedState): void => check(state.update(() => value));
/** Throws {@link StorageFull}. */
export const storeOwnTexts = (texts: Texts): void => check(own.update(() => texts));

/** Replaces the arrangements in use, all or none; throws {@link StorageFull}. */
export function storeTexts(texts: Texts): void {
  const before = deviceTexts();
  const changed = KEYS.filter((key) => (texts[key] ?? '') !== before[key]);
  const write = (from: Texts) => changed.every((key) => store(key, from[key] || undefined));
  const isStored = write(texts);
  if (!isStored) write(before);
  check(isStored);
  for (const key of changed) tellStored(key);
}

/** Calls back when this tab or another one arranges something. Returns a function that stops this. */
export function onArranged(changed: () => void): () => void {
  const arranged = [storedFolders.$value, storedViews.$value, templates.$items, $notes];
  return stopAll(...arranged.map(($value) => $value.listen(changed)));
}
