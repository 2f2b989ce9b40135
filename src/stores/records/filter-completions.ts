import { computed } from 'nanostores';
import type { FilterScope } from '#domain/collections/filter-completions.ts';
import { $activeCollection, $collectionList } from '#stores/collections/list.ts';

/** What the filter bar of the records can name (RL-11); undefined while there is no collection. */
export const $filterScope = computed(
  [$activeCollection, $collectionList],
  (collection, collections): FilterScope | undefined => collection && { collection, collections },
);
