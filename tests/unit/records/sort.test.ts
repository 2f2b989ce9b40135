import { describe, expect, it } from 'vitest';
import { formatSort, parseSort, sortStateOf, toggleSort } from '#domain/records/sort.ts';

describe('sort expressions', () => {
  it('[RL-07] sorts descending on the first click and ascending on the second', () => {
    const first = toggleSort('-created', 'title');
    const second = toggleSort(first, 'title');
    expect([first, second, toggleSort(second, 'title')]).toEqual(['-title', '+title', '-title']);
  });

  it('[RL-07] takes a name without a sign for ascending', () => {
    expect(sortStateOf('title', 'title')).toBe('ascending');
    expect(toggleSort('title', 'title')).toBe('-title');
  });

  it('[RL-07] marks the column of the first key only', () => {
    const sort = '-created,+title';
    expect(['created', 'title', 'id'].map((name) => sortStateOf(sort, name))).toEqual([
      'descending',
      'none',
      'none',
    ]);
  });

  it('does not take a name for another that begins alike', () => {
    expect(sortStateOf('-title_long', 'title')).toBe('none');
  });

  it('reads what it wrote, whatever the spaces and empty parts', () => {
    const keys = parseSort(' -created, +title ,,id,-');
    expect(keys).toEqual([
      { name: 'created', descending: true },
      { name: 'title', descending: false },
      { name: 'id', descending: false },
    ]);
    expect(parseSort(formatSort(keys))).toEqual(keys);
  });

  it('gives nothing for an empty expression', () => {
    expect(parseSort('')).toEqual([]);
    expect(formatSort([])).toBe('');
    expect(sortStateOf('', 'title')).toBe('none');
  });
});
