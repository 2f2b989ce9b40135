import { computed } from 'nanostores';
import type { FilterScope } from '#domain/collections/filter-completions.ts';
import { $activeCollection, $collectionList } from '#stores/collections/list.ts';

/** The collections that completions of the filter bar use; undefined while there is no collection. */
export const $filterScope = computed(
  [$activeCollection, $collectionList],
  (collection, collections): FilterScope | undefined => collection && { collection, collections },
);
