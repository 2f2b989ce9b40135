export interface SortKey {
  readonly name: string;
  readonly descending: boolean;
}

/** As a value of `aria-sort`. */
export type SortState = 'ascending' | 'descending' | 'none';

/** Reads `-created,+title` or `title`; empty parts are left out. */
export const parseSort = (sort: string): SortKey[] =>
  sort
    .split(',')
    .map((part) => part.trim())
    .map((part) => ({ name: part.replace(/^[+-]/, ''), descending: part.startsWith('-') }))
    .filter((key) => key.name !== '');

/** Whether a sort expression sorts only by `names`. */
export const isSortBy = (names: readonly string[], sort: string): boolean =>
  sort.split(',').every((part) => names.includes(part.replace(/^[-+]/, '').trim()));

/** With a sign before every name. */
export const formatSort = (keys: readonly SortKey[]): string =>
  keys.map(({ name, descending }) => `${descending ? '-' : '+'}${name}`).join(',');

/** By the first key, which the headers set. */
export function sortStateOf(sort: string, name: string): SortState {
  const first = parseSort(sort)[0];
  if (first?.name !== name) return 'none';
  return first.descending ? 'descending' : 'ascending';
}

/** After a click on the header of `name`: first `-name`, then `+name`, alternating. */
export const toggleSort = (sort: string, name: string): string =>
  formatSort([{ name, descending: sortStateOf(sort, name) !== 'descending' }]);
