/** One key of a sort expression. */
export interface SortKey {
  readonly name: string;
  readonly descending: boolean;
}

/** How a column is sorted, as a value of `aria-sort`. */
export type SortState = 'ascending' | 'descending' | 'none';

/** Reads a sort expression such as `-created,+title` or `title`; empty parts are left out. */
export function parseSort(sort: string): SortKey[] {
  return sort
    .split(',')
    .map((part) => part.trim())
    .map((part) => ({ name: part.replace(/^[+-]/, ''), descending: part.startsWith('-') }))
    .filter((key) => key.name !== '');
}

/** Whether a sort expression sorts only by `names`. */
export function isSortBy(names: readonly string[], sort: string): boolean {
  return sort.split(',').every((part) => names.includes(part.replace(/^[-+]/, '').trim()));
}

/** Writes a sort expression with a sign before every name, as the headers do. */
export function formatSort(keys: readonly SortKey[]): string {
  return keys.map(({ name, descending }) => `${descending ? '-' : '+'}${name}`).join(',');
}

/** How a sort expression sorts a column. Only the first key counts, because headers set that one. */
export function sortStateOf(sort: string, name: string): SortState {
  const first = parseSort(sort)[0];
  if (first?.name !== name) return 'none';
  return first.descending ? 'descending' : 'ascending';
}

/** The sort after a click on the header of `name`: first `-name`, then `+name`, alternating. */
export function toggleSort(sort: string, name: string): string {
  return formatSort([{ name, descending: sortStateOf(sort, name) !== 'descending' }]);
}
