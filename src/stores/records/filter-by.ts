import { computed } from 'nanostores';
import { filterTokens, withCondition } from '#domain/records/filter-builder/cell-conditions.ts';
import { sentFilter } from '#domain/records/search-filter.ts';
import { dialect } from '#stores/app/dialect.ts';
import { $filter, setFilter } from '#stores/app/list-address.ts';
import { $activeCollection } from '#stores/collections/list.ts';

/** The conditions of the filter on screen that can be removed one by one; none for a single condition. */
export const $filterTokens = computed($filter, filterTokens);

/** Adds a condition to the filter on screen. A search term becomes the filter that it stands for. */
export function filterBy(condition: string): void {
  const collection = $activeCollection.get();
  if (!collection) return;
  setFilter(withCondition(sentFilter(collection, $filter.get(), dialect().limits), condition));
}
