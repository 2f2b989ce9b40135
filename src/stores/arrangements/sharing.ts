import { atom, computed, effect } from 'nanostores';
import { saveCollection } from '#api/collections/save.ts';
import { truncate } from '#domain/app/value-text.ts';
import { OWN_COLLECTION, ownState } from '#domain/arrangements/own-collection.ts';
import {
  isArranged,
  NOT_JOINED,
  newOwnCollection,
  type OnConflict,
  OWN_ARRANGEMENTS_KEY,
  pulled,
  storedState,
  thingText,
  united,
} from '#domain/arrangements/state.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { sortCollections } from '#domain/collections/collection.ts';
import { confirm } from '#stores/app/confirm.ts';
import { openArrangements } from '#stores/app/popups.ts';
import { report } from '#stores/app/report.ts';
import { go } from '#stores/app/route.ts';
import { addToast } from '#stores/app/toasts.ts';
import {
  $collectionList,
  $collections,
  $ownCollection,
  loadCollections,
  notifyOtherTabs,
} from '#stores/collections/list.ts';
import { firstParts } from '#wire/save-collection.ts';
import {
  $sharedState,
  askAgain,
  deviceTexts,
  exchange,
  hasUnsent,
  loadShared,
  readOwnTexts,
  readState,
  startSync,
  storeAll,
} from './sync.ts';

/** Characters of a version that is not kept in a toast, and the time for which that stays, in ms. */
const MAX_QUOTED = 200;
const CONFLICT_MS = 20_000;

/** Whether this device keeps its own arrangements. */
export const $isOff = computed($sharedState, ({ isOff }) => isOff);

/** Whether an action of this file is running. */
export const $isSwitching = atom(false);

let hasWarned = false;

/** Keeps this device and the collection the same while the user wants it and its rules allow it. */
export function follow(own: Collection, signal: AbortSignal): void {
  if (signal.aborted) return;
  const state = ownState(own);
  if (state === 'open' && !readState().isOff && !hasWarned) {
    hasWarned = true;
    addToast('warning', `The rules of ${OWN_COLLECTION} let others in, so nothing is shared.`, {
      action: { label: 'Details', run: openArrangements },
    });
  }
  if (state !== 'own') return;
  const stop = effect($isOff, (isOff) => (isOff ? undefined : startSync(own)));
  signal.addEventListener('abort', stop, { once: true });
}

/** Runs an action, one at a time; reports its error. */
async function act(action: () => Promise<void>): Promise<void> {
  if ($isSwitching.get()) return;
  $isSwitching.set(true);
  try {
    await action();
  } catch (thrown) {
    report(thrown);
  } finally {
    $isSwitching.set(false);
  }
}

/** Returns a function that shows the version of a thing which is not kept, after what happened. */
const tellConflict =
  (happened: string): OnConflict =>
  ({ mine, theirs }) => {
    const text = truncate(thingText(theirs, mine), MAX_QUOTED);
    addToast('warning', `${happened}: ${text}`, { duration: CONFLICT_MS });
  };

/** The fields of a new collection that the backend fills with dates; none where each record has dates by itself. */
const datesOfNew = () => firstParts('base').fields?.filter(({ type }) => type === 'autodate');

/** Asks, then creates the collection; with `withOwn`, what this device has is the beginning. */
export const share = (withOwn: boolean): Promise<void> =>
  act(async () => {
    const question = `Create the collection ${OWN_COLLECTION}? Every administrator will see and change the same folders, views, templates and notes. Users of your app can’t read it.`;
    if (!(await confirm(question))) return;
    try {
      const { id } = await saveCollection(newOwnCollection($collectionList.get(), datesOfNew()));
      storeAll(storedState({ ...NOT_JOINED, collectionId: withOwn ? id : '' }));
      notifyOtherTabs();
    } finally {
      // Also after a failure: another administrator may have been faster, or the response was lost.
      await loadCollections();
    }
  });

/** Uses the shared ones on this device; its own are put aside. */
export const takeShared = (): void => {
  storeAll(storedState(NOT_JOINED));
};

/** Sends what waits, with another question about what is undecided, and then uses this device's own. */
export const takeOwn = (): Promise<void> =>
  act(async () => {
    const own = $ownCollection.get();
    if (own && hasUnsent()) {
      askAgain();
      const isDecided = await exchange(own, new AbortController().signal);
      if (hasUnsent()) {
        const reason = isDecided
          ? 'Not all changes could be shared, because others share theirs. Try again.'
          : 'This device still shares: decide first about what another administrator has changed, too.';
        addToast('warning', reason);
        return;
      }
    }
    const state = storedState({ ...NOT_JOINED, isOff: true });
    storeAll({ ...state, ...united(readOwnTexts(), {}), [OWN_ARRANGEMENTS_KEY]: '' });
  });

/** Adds what was put aside to what is in use, and so to the shared ones. */
export const addOwn = (): Promise<void> =>
  act(async () => {
    const tell = tellConflict('The shared text is kept; this device had');
    storeAll({ ...united(deviceTexts(), readOwnTexts(), tell), [OWN_ARRANGEMENTS_KEY]: '' });
    addToast('success', 'Added what was on this device.');
  });

/** Adds a copy of the shared ones to this device's own. */
export const copyShared = (): Promise<void> =>
  act(async () => {
    const own = $ownCollection.get();
    if (!own) return;
    const { things } = await loadShared(own.id);
    const tell = tellConflict('This device’s text is kept; the shared one is');
    storeAll(united(deviceTexts(), pulled({}, {}, things), tell));
    addToast('success', 'Copied the shared ones to this device.');
  });

/** Whether this device has anything of its own in use. */
export const isDeviceArranged = (): boolean => isArranged(deviceTexts());

/** Lists Atoll's own collection until another one is opened. */
export function showOwnCollection(own: Collection): void {
  const others = $collectionList.get().filter(({ id }) => id !== own.id);
  $collections.set({ state: 'ready', value: sortCollections([...others, own]) });
  go('collections', { collectionId: own.id });
}
