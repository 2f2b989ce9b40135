import { expect, test } from 'vitest';
import { createSelection } from '../../src/stores/create-selection.ts';

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
