import { atom, computed, effect } from 'nanostores';
import type { ArrangedColumns } from '#domain/records/views/view.ts';
import { createPreference, type Preference, type PreferenceOptions } from '#stores/base/create-preference.ts';
import { $activeCollection } from '#stores/collections/list.ts';

/** The view on screen: while there is one, the choices of its collection are neither shown nor changed. */
export interface ShownView {
  readonly id: string;
  readonly collectionId: string;
  readonly columns: ArrangedColumns;
  /** Whether the columns were changed and the view was not saved since. */
  readonly isChanged?: boolean;
}

/** The view on screen, in this tab only. */
export const $shownView = atom<ShownView | undefined>(undefined);

export interface CollectionPreferenceOptions<T> extends Omit<PreferenceOptions<T>, 'key'> {
  readonly keyOf: (collectionId: string) => string;
  /** What takes its place while a view is on screen; absent for a choice that views do not have. */
  readonly inView?: {
    readonly read: (columns: ArrangedColumns) => T;
    readonly write: (columns: ArrangedColumns, choice: T) => ArrangedColumns;
  };
}

const $activeId = computed($activeCollection, (collection) => collection?.id);

/** Creates a choice of the user that has a value in local storage for each collection. */
export function createCollectionPreference<T>({ keyOf, inView, ...options }: CollectionPreferenceOptions<T>) {
  let shown: Preference<T> | undefined;
  return {
    /** Calls `show` with the choice of the active collection, now and after changes; else with the initial one. */
    follow: (show: (choice: T, collectionId: string | undefined) => void): (() => void) =>
      effect([$activeId, $shownView], (id, view) => {
        shown = undefined;
        if (id === undefined) return show(options.initial, undefined);
        if (inView && view?.collectionId === id) return show(inView.read(view.columns), id);
        const { $value, update } = createPreference({ ...options, key: keyOf(id) });
        shown = { $value, update };
        return $value.subscribe(() => show($value.get(), id));
      }),
    /** Changes the choice of the collection on screen; returns whether it could be stored. */
    update(change: (stored: T) => T): boolean {
      const view = $shownView.get();
      if (shown || !view || !inView) return shown?.update(change) ?? false;
      const columns = inView.write(view.columns, change(inView.read(view.columns)));
      $shownView.set({ ...view, columns, isChanged: true });
      return true;
    },
  };
}
