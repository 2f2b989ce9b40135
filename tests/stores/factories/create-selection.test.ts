import { expect, test } from 'vitest';
import { createSelection } from '#stores/factories/create-selection.ts';

test('rows are added, taken out, chosen all at once and cleared', () => {
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
  // Nothing to clear is no news.
  clear();
  expect(seen).toEqual([1, 2, 1, 2, 0]);
});

test('a range goes from the row toggled last to this one, upwards and downwards', () => {
  const { $selected, toggle, toggleTo, select, clear } = createSelection();
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const chosen = () => [...$selected.get()].sort();
  // Without a beginning it is that row alone.
  toggleTo('b', ids);
  expect(chosen()).toEqual(['b']);
  toggleTo('d', ids);
  expect(chosen()).toEqual(['b', 'c', 'd']);
  toggleTo('a', ids);
  expect(chosen()).toEqual(['a', 'b', 'c', 'd']);
  // A row that is on turns the range off.
  toggle('d');
  toggle('d');
  toggleTo('b', ids);
  expect(chosen()).toEqual(['a']);
  // The beginning is gone from the list.
  toggle('e');
  toggleTo('b', ['a', 'b', 'c']);
  expect(chosen()).toEqual(['a', 'b', 'e']);
  clear();
  toggleTo('d', ids);
  expect(chosen()).toEqual(['d']);
  select(['a']);
  toggleTo('b', ids);
  expect(chosen()).toEqual(['a', 'b', 'c', 'd']);
});
