import { expect, test } from 'vitest';
import { levelHours, levelsFilter, parseLevels, sumOf, toggleBand } from '#domain/logs/levels.ts';

const hour = (at: number, total: number) => ({ date: `2026-11-05 ${at}:00:00.000Z`, total });

test('an address names bands in any order, and others are left out', () => {
  expect(parseLevels('info,error,nothing,error')).toEqual(['error', 'info']);
  expect(parseLevels(undefined)).toEqual([]);
  expect(parseLevels('constructor,')).toEqual([]);
});

test('the filter is for entries of any chosen band, and each level belongs to one', () => {
  expect(levelsFilter([])).toBe('');
  expect(levelsFilter(['warn'])).toBe('(level>=4&&level<8)');
  expect(levelsFilter(['info'])).toBe('(level>=0&&level<4)');
  expect(levelsFilter(['debug', 'error'])).toBe('level>=8||level<0');
});

test('a band is added, and removed again', () => {
  expect(toggleBand([], 'warn')).toEqual(['warn']);
  expect(toggleBand(['error', 'warn'], 'error')).toEqual(['warn']);
});

test('info is what no other band has, also when they are newer', () => {
  const others = { error: [hour(10, 2), hour(12, 1), hour(13, 3)], warn: [hour(10, 1)], debug: [] };
  const hours = levelHours([hour(10, 5), hour(11, 4), hour(13, 3)], others);
  expect(hours).toEqual({ ...others, info: [hour(10, 2), hour(11, 4)] });
  expect(sumOf(hours.info)).toBe(6);
});
