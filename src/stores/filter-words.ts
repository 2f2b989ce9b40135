import { computed } from 'nanostores';
import { filterWords } from '../lib/domain/filter-words.ts';
import { $activeCollection, $collectionList } from './collections.ts';

/** What the filter bar of the records offers while typing (RL-11). */
export const $filterWords = computed([$activeCollection, $collectionList], (collection, collections) =>
  collection ? filterWords(collection, collections) : [],
);
