import { expect, test } from 'vitest';
import { parseAdmin } from '#domain/auth/admin.ts';

const ann = {
  id: 'abc',
  email: 'ann@example.com',
  avatar: 3,
  created: '2026-01-01 00:00:00.000Z',
  updated: '2026-01-02 00:00:00.000Z',
};

test('[SH-04] parses an administrator and drops other members', () => {
  expect(parseAdmin({ ...ann, passwordHash: 'secret' })).toEqual(ann);
});

test.each([undefined, null, 'text', {}, { id: 1, email: null, created: {}, updated: [] }])(
  '[SH-04] missing parts of %j are empty',
  (value) => {
    expect(parseAdmin(value)).toEqual({ id: '', email: '', avatar: 0, created: '', updated: '' });
  },
);

test.each([
  [0, 0],
  [9, 9],
  [10, 0],
  [-1, 0],
  [1.5, 0],
  ['7', 7],
  ['x', 0],
])('[SH-04] the avatar %j is the picture %i', (avatar, expected) => {
  expect(parseAdmin({ ...ann, avatar }).avatar).toBe(expected);
});
