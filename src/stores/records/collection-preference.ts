import { computed } from 'nanostores';
import { createPreference, type Preference, type PreferenceOptions } from '#stores/base/create-preference.ts';
import { $activeCollection } from '#stores/collections/list.ts';

export interface CollectionPreferenceOptions<T> extends Omit<PreferenceOptions<T>, 'key'> {
  /** Local storage key of a collection's choice. */
  readonly keyOf: (collectionId: string) => string;
}

/** A choice of the user that is stored separately for each collection. */
export interface CollectionPreference<T> {
  /**
   * Calls `show` with the choice of the active collection, at once and when the choice or the collection changes. While
   * there is no collection, it passes the initial choice. Returns a function that stops this.
   */
  follow(show: (choice: T, collectionId: string | undefined) => void): () => void;
  /** Changes the choice of the collection on screen; returns whether it could be stored. */
  update(change: (stored: T) => T): boolean;
}

const $activeId = computed($activeCollection, (collection) => collection?.id);

/** Creates a preference that has a value in local storage for each collection. */
export function createCollectionPreference<T>({
  keyOf,
  ...options
}: CollectionPreferenceOptions<T>): CollectionPreference<T> {
  let shown: Preference<T> | undefined;
  return {
    follow(show) {
      let stopFollowing = () => {};
      const stop = $activeId.subscribe((id) => {
        stopFollowing();
        stopFollowing = () => {};
        shown = undefined;
        if (id === undefined) {
          show(options.initial, undefined);
          return;
        }
        shown = createPreference({ ...options, key: keyOf(id) });
        stopFollowing = shown.$value.subscribe((choice) => show(choice, id));
      });
      return () => {
        stop();
        stopFollowing();
      };
    },
    update: (change) => shown?.update(change) ?? false,
  };
}
