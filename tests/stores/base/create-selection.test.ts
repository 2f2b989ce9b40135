import { expect, test } from 'vitest';
import { createSelection } from '#stores/base/create-selection.ts';

test('rows are added, removed, selected together and cleared', () => {
  const { $selected, toggle, select, clear } = createSelection();
  const seen: number[] = [];
  $selected.listen((ids) => seen.push(ids.size));
  toggle('a');
  toggle('b');
  toggle('a');
  expect([...$selected.get()]).toEqual(['b']);
  select(['x', 'y', 'x']);
  expect([...$selected.get()]).toEqual(['x', 'y']);
  clear();
  expect($selected.get().size).toBe(0);
  // Clearing an empty selection notifies nobody.
  clear();
  expect(seen).toEqual([1, 2, 1, 2, 0]);
});

test('a range extends from the last toggled row to this one, upwards and downwards', () => {
  const { $selected, toggle, toggleTo, select, clear } = createSelection();
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const selected = () => [...$selected.get()].sort();
  // Without a start, the range is that row only.
  toggleTo('b', ids);
  expect(selected()).toEqual(['b']);
  toggleTo('d', ids);
  expect(selected()).toEqual(['b', 'c', 'd']);
  toggleTo('a', ids);
  expect(selected()).toEqual(['a', 'b', 'c', 'd']);
  // A range that ends at a selected row is deselected.
  toggle('d');
  toggle('d');
  toggleTo('b', ids);
  expect(selected()).toEqual(['a']);
  // From the first row downwards.
  toggleTo('c', ids);
  expect(selected()).toEqual(['a', 'b', 'c']);
  clear();
  toggle('a');
  toggleTo('c', ids);
  expect(selected()).toEqual(['a', 'b', 'c']);
  select(['a']);
  // The start is no longer in the list.
  toggle('e');
  toggleTo('b', ['a', 'b', 'c']);
  expect(selected()).toEqual(['a', 'b', 'e']);
  clear();
  toggleTo('d', ids);
  expect(selected()).toEqual(['d']);
  select(['a']);
  toggleTo('b', ids);
  expect(selected()).toEqual(['a', 'b', 'c', 'd']);
});

test('a range grows and shrinks row by row, from where it began', () => {
  const { $selected, toggle, toggleTo, extend, clear } = createSelection();
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const selected = () => [...$selected.get()].sort().join('');
  extend('c', 'd', ids);
  extend('d', 'e', ids);
  expect(selected()).toBe('cde');
  extend('e', 'd', ids);
  expect(selected()).toBe('cd');
  // Back over its begin, in the other direction.
  extend('d', 'c', ids);
  extend('c', 'b', ids);
  expect(selected()).toBe('bc');
  // A page at a time, and with rows that were selected before.
  expect(clear()).toBe(true);
  expect(clear()).toBe(false);
  toggle('a');
  extend('c', 'e', ids);
  expect(selected()).toBe('acde');
  extend('e', 'd', ids);
  expect(selected()).toBe('acd');
  // A toggled row begins a range.
  toggle('e');
  extend('e', 'c', ids);
  expect(selected()).toBe('acde');
  toggleTo('b', ids);
  expect(selected()).toBe('abcde');
  // The row where it began is no longer in the list.
  clear();
  extend('e', 'd', ids.slice(0, 4));
  expect(selected()).toBe('');
});
