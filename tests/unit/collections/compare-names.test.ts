import { expect, test } from 'vitest';
import { compareNames } from '#domain/collections/compare-names.ts';

const NAMES = [
  'a',
  'A',
  'b',
  'B',
  'ab',
  'aB',
  'Ab',
  'AB',
  'a_b',
  'a1',
  'A1',
  'a_',
  '_a',
  '_A',
  '__',
  '_',
  '1',
  '10',
];
const MORE = [
  'users',
  'Users',
  'users_2',
  'users2',
  'userS',
  'user',
  'user_roles',
  'userRoles',
  'Z',
  'z9_',
  'z_9',
];

test('orders names of collections as the language does', () => {
  const names = [...NAMES, ...MORE];
  for (const one of names)
    for (const other of names)
      expect([one, other, Math.sign(compareNames(one, other))]).toEqual([
        one,
        other,
        Math.sign(one.localeCompare(other, 'en')),
      ]);
});
