import { describe, expect, it } from 'vitest';
import { estimateLength, newestWithin } from '#domain/records/live.ts';

const row = (text: string) => ({ id: 'a', collectionId: 'c', collectionName: 'posts', text });

describe('estimateLength', () => {
  it('is 0 without rows', () => expect(estimateLength([])).toBe(0));

  it('is exact for rows of the same length and near for others', () => {
    const one = JSON.stringify(row('x'.repeat(100))).length;
    const same = Array.from({ length: 1000 }, () => row('x'.repeat(100)));
    expect(estimateLength(same)).toBe(1000 * one);
    expect(estimateLength(['', 'xx', 'x'].map(row))).toBe(3 * JSON.stringify(row('')).length + 3);
    const mixed = Array.from({ length: 1000 }, (_, index) => row('x'.repeat(index)));
    const exact = mixed.reduce((sum, each) => sum + JSON.stringify(each).length, 0);
    expect(estimateLength(mixed) / exact).toBeGreaterThan(0.9);
    expect(estimateLength(mixed) / exact).toBeLessThan(1.1);
  });
});

describe('newestWithin', () => {
  const lists = [1, 2, 3, 4].map((length) => ({ length }));

  it('keeps the newest of too many', () =>
    expect(newestWithin(lists, { count: 2, length: 100 })).toEqual([{ length: 3 }, { length: 4 }]));

  it('keeps the newest that fit, in their order', () => {
    expect(newestWithin(lists, { count: 9, length: 7 })).toEqual([{ length: 3 }, { length: 4 }]);
    expect(newestWithin(lists, { count: 9, length: 6 })).toEqual([{ length: 4 }]);
    expect(newestWithin(lists, { count: 9, length: 3 })).toEqual([]);
  });
});
