import { computed } from 'nanostores';
import { $query, setQuery } from './route.ts';

/** The search text of the list on screen, in the address. */
export const $filter = computed($query, (query) => query['filter'] ?? '');

/** Sets the search text in the address; an empty one is removed. */
export function setFilter(filter: string): void {
  setQuery({ filter: filter.trim() });
}

/** Sets the sort in the address, for example `-created`. */
export function setSort(sort: string): void {
  setQuery({ sort });
}
