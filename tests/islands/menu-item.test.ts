import { describe, expect, it } from 'vitest';
import { createTypeahead } from '../../src/components/overlay/menu-item.ts';

const ISLES = ['Aitutaki', 'Bora Bora', 'Bikini', 'Tokelau', 'Tarawa'];

describe('typing in a list', () => {
  it('finds the next text that begins with the letter, in a circle', () => {
    const find = createTypeahead(() => 0);
    expect(find('b', ISLES, 0)).toBe(1);
    expect(find('b', ISLES, 1)).toBe(2);
    expect(find('b', ISLES, 2)).toBe(1);
  });

  it('takes letters typed shortly after each other for one word', () => {
    const find = createTypeahead(() => 0);
    expect(find('t', ISLES, 0)).toBe(3);
    expect(find('A', ISLES, 3)).toBe(4);
  });

  it('begins a new word after half a second', () => {
    let now = 0;
    const find = createTypeahead(() => now);
    find('t', ISLES, 0);
    now = 500;
    expect(find('a', ISLES, 3)).toBe(0);
  });

  it('finds nothing when nothing fits', () => {
    expect(createTypeahead(() => 0)('x', ISLES, 0)).toBeUndefined();
    expect(createTypeahead(() => 0)('x', [], -1)).toBeUndefined();
  });
});
