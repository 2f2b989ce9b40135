import { expect, test } from 'vitest';
import { updateAdminRequest } from '#wire/administrators.ts';
import { isValidAdminToken, readIdentity, readSession } from '#wire/identities.ts';
import { answersOf } from './answers.ts';

const ann = {
  id: 'abc',
  email: 'ann@example.com',
  avatar: 3,
  created: '2026-01-01 00:00:00.000Z',
  updated: '2026-01-02 00:00:00.000Z',
};

test('[SH-04] parses an administrator and drops other members', () => {
  expect(readIdentity({ ...ann, passwordHash: 'secret' })).toEqual(ann);
});

test.each([undefined, null, 'text', {}, { id: 1, email: null, created: {}, updated: [] }])(
  '[SH-04] missing parts of %j are empty',
  (value) => {
    expect(readIdentity(value)).toEqual({ id: '', email: '', avatar: 0, created: '', updated: '' });
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
  expect(readIdentity({ ...ann, avatar }).avatar).toBe(expected);
});

test('[AD-10] what is sent has the passwords only when they change', () => {
  const input = { email: 'ann@example.com', avatar: 3 };
  const passwords = { password: 'secret-word-1', passwordConfirm: 'secret-word-2' };
  const bodyOf = (changed: object) => updateAdminRequest('abc', { ...input, ...changed }).body;
  expect(bodyOf({})).toEqual(input);
  expect(bodyOf({ ...passwords, changePassword: false })).toEqual(input);
  expect(bodyOf({ ...passwords, changePassword: true })).toEqual({ ...input, ...passwords });
});

test('a session without a token is none', () => {
  expect([{}, null, { token: '' }, { token: 1 }].map((answer) => readSession(answer).token)).toEqual(
    new Array(4).fill(undefined),
  );
});

test.each(answersOf('0.22.'))('administrators of %s are read as they came', (_version, answer) => {
  const stored = {
    id: expect.stringMatching(/^\w{15}$/),
    email: 'admin@example.com',
    avatar: 0,
    created: expect.stringMatching(/Z$/),
    updated: expect.stringMatching(/Z$/),
  };
  const { items } = answer('administrators').body as { items: unknown[] };
  expect(items.map(readIdentity)).toEqual([stored]);
  for (const asked of ['sign-in', 'refresh']) {
    const { token = '', model } = readSession(answer(asked).body);
    expect(isValidAdminToken(token, 0)).toBe(true);
    expect(model).toEqual(items[0]);
  }
  expect(readSession(answer('a wrong password').body).token).toBeUndefined();
  const ofUser = readSession(answer('sign-in of an account').body).token ?? '';
  expect([ofUser.length > 0, isValidAdminToken(ofUser, 0)]).toEqual([true, false]);
});
