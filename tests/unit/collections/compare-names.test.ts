import { expect, test } from 'vitest';
import { compareNames } from '#domain/collections/compare-names.ts';

const NAMES =
  'a A b B ab aB Ab AB a_b a1 A1 a_ _a _A __ _ 1 10 users Users users_2 users2 userS user user_roles userRoles Z z9_ z_9'.split(
    ' ',
  );

test('orders names of collections as the language does', () => {
  for (const one of NAMES)
    for (const other of NAMES)
      expect([one, other, Math.sign(compareNames(one, other))]).toEqual([
        one,
        other,
        Math.sign(one.localeCompare(other, 'en')),
      ]);
});
