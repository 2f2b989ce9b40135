import { describe, expect, it } from 'vitest';
import { createTypeahead } from '#components/overlay/use-typeahead.ts';

const ISLES = ['Aitutaki', 'Bora Bora', 'Bikini', 'Tokelau', 'Tarawa'];

const press = (key: string, timeStamp = 0) => ({ key, timeStamp });

describe('typing in a list', () => {
  it('finds the next text that starts with the letter, and starts over at the end', () => {
    const find = createTypeahead();
    expect(find(press('b'), ISLES, 0)).toBe(1);
    expect(find(press('b'), ISLES, 1)).toBe(2);
    expect(find(press('b'), ISLES, 2)).toBe(1);
  });

  it('treats letters typed in quick succession as one word', () => {
    const find = createTypeahead();
    expect(find(press('t'), ISLES, 0)).toBe(3);
    expect(find(press('A', 499), ISLES, 3)).toBe(4);
  });

  it('finds a letter without its dot or accent', () => {
    const find = createTypeahead();
    find(press('i'), ['Ankara', 'İzmir'], 0);
    expect(find(press('z', 100), ['Ankara', 'İzmir'], 1)).toBe(1);
  });

  it('starts a new word after half a second', () => {
    const find = createTypeahead();
    find(press('t'), ISLES, 0);
    expect(find(press('a', 500), ISLES, 3)).toBe(0);
  });

  it('returns undefined when no text matches', () => {
    expect(createTypeahead()(press('x'), ISLES, 0)).toBeUndefined();
    expect(createTypeahead()(press('x'), [], -1)).toBeUndefined();
    expect(createTypeahead()(press('\u0301'), ISLES, 0)).toBeUndefined();
  });
});
