import { computed } from 'nanostores';
import { $query, setQuery } from './route.ts';

/** The search text of the list on screen, in the address. */
export const $filter = computed($query, (query) => query['filter'] ?? '');

export function setFilter(filter: string): void {
  setQuery({ filter: filter.trim() });
}

export function setSort(sort: string): void {
  setQuery({ sort });
}
