import { atom, computed } from 'nanostores';
import { $query, $route, setQuery } from './route.ts';

/** Counts the wishes for a new record. */
export const $newRecordWish = atom(0);

/** Whether a record is asked for: when it turns true, the part of the page with the panels is needed. */
export const $isRecordWanted = computed(
  [$route, $query, $newRecordWish],
  (route, query, wish) => (route?.name === 'collections' && query['recordId'] !== undefined) || wish > 0,
);

/** Opens a record of the active collection: its panel, or its preview for a view (RL-13). */
export function openRecord(id: string): void {
  setQuery({ recordId: id });
}

/** Opens an empty panel for the active collection. */
export function openNewRecord(): void {
  $newRecordWish.set($newRecordWish.get() + 1);
}
