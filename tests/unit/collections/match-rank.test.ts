import { expect, test } from 'vitest';
import { matchRank } from '#domain/collections/match-rank.ts';

test.each([
  ['name', 'name', 0],
  ['Name', 'nAME', 0],
  ['name', 'na', 1],
  ['author.name', 'author.na', 1],
  ['author.name', 'na', 2],
  ['banana.name', 'na', 2],
  ['tags:each', 'ea', 2],
  ['@now', 'no', 2],
  ['surname', 'na', 3],
  ['title', 'ttl', 4],
  ['title', '', 1],
])('%s has for "%s" the rank %i', (path, typed, rank) => {
  expect(matchRank(path, typed)).toBe(rank);
});
