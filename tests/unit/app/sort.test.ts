import { describe, expect, it } from 'vitest';
import { formatSort, isSortBy, parseSort, sortStateOf, toggleSort } from '#domain/app/sort.ts';

describe('sort expressions', () => {
  it('[RL-07] sorts descending on the first click and ascending on the second', () => {
    const first = toggleSort('-created', 'title');
    const second = toggleSort(first, 'title');
    expect([first, second, toggleSort(second, 'title')]).toEqual(['-title', '+title', '-title']);
  });

  it('[RL-07] a name without a sign is ascending', () => {
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

  it('distinguishes names with the same beginning', () => {
    expect(sortStateOf('-title_long', 'title')).toBe('none');
  });

  it('parses formatted keys, and ignores spaces and empty parts', () => {
    const keys = parseSort(' -created, +title ,,id,-');
    expect(keys).toEqual([
      { name: 'created', descending: true },
      { name: 'title', descending: false },
      { name: 'id', descending: false },
    ]);
    expect(parseSort(formatSort(keys))).toEqual(keys);
  });

  it('an empty expression has no keys', () => {
    expect(parseSort('')).toEqual([]);
    expect(formatSort([])).toBe('');
    expect(sortStateOf('', 'title')).toBe('none');
  });

  it('[RL-08] [AD-05] knows whether each key is one of the columns', () => {
    const names = ['id', 'email'];
    expect(['-email', '+email,id', '-id , email'].map((sort) => isSortBy(names, sort))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['', '-avatar', 'email,nope', '--id'].map((sort) => isSortBy(names, sort))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
