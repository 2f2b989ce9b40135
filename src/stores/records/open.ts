import { atom, computed } from 'nanostores';
import { $query, $route, setQuery } from '#stores/app/route.ts';

/** Whether a new record is asked for; whoever opens its panel takes the wish back. */
export const $newRecordWish = atom(false);

/** Whether a record is asked for: when it turns true, the part of the page with the panels is needed. */
export const $isRecordWanted = computed(
  [$route, $query, $newRecordWish],
  (route, query, wish) => wish || (route?.name === 'collections' && query['recordId'] !== undefined),
);

/** Opens a record of the active collection: its panel, or its preview for a view (RL-13). */
export function openRecord(id: string): void {
  setQuery({ recordId: id });
}

/** Takes back what {@link openRecord} and {@link openNewRecord} asked for. */
export function giveUpRecord(): void {
  $newRecordWish.set(false);
  setQuery({ recordId: undefined }, { replace: true });
}

/** Opens an empty panel for the active collection. */
export function openNewRecord(): void {
  $newRecordWish.set(true);
}
