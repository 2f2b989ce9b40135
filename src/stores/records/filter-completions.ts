import { computed } from 'nanostores';
import { filterCompletions } from '#domain/collections/filter-completions.ts';
import { $activeCollection, $collectionList } from '#stores/collections/list.ts';

/** What the filter bar of the records offers while typing (RL-11). */
export const $filterCompletions = computed([$activeCollection, $collectionList], (collection, collections) =>
  collection ? filterCompletions(collection, collections) : [],
);
