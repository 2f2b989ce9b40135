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
