import { expect, test } from 'vitest';
import { isValidAdminToken, parseToken } from '#domain/auth/token.ts';

const encode = (text: string): string =>
  Buffer.from(text, 'utf8').toString('base64').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const token = (claims: unknown): string => `head.${encode(JSON.stringify(claims))}.signature`;

const claims = {
  id: 'abc',
  type: 'admin',
  exp: 1_800_000_000,
  email: 'ann@example.com',
  newEmail: 'new@example.com',
  collectionId: 'c_users',
};

test('[AU-02] reads the claims of a token', () => {
  expect(parseToken(token(claims))).toEqual(claims);
});

test('[LI-08] reads texts outside of ASCII, which base64 writes with - and _', () => {
  const email = 'zoë???>>>ÿÿÿ@example.com';
  const text = token({ email });
  expect(text).toMatch(/[-_]/);
  expect(parseToken(text)?.email).toBe(email);
});

test('[AU-02] what a token does not say is empty', () => {
  const nothing = { id: '', type: '', exp: 0, email: '', newEmail: '', collectionId: '' };
  expect(parseToken(token({}))).toEqual(nothing);
  expect(parseToken(token({ id: 1, type: null, exp: '9', email: {} }))).toEqual(nothing);
});

test.each([
  ['an empty text', ''],
  ['a text without dots', 'abc'],
  ['a text with an empty middle', 'head..signature'],
  ['no base64', 'head.%%%.signature'],
  ['no JSON', `head.${encode('{')}.signature`],
  ['JSON that is no object', token('text')],
  ['null', token(null)],
])('[AU-02] %s is no token', (_what, text) => {
  expect(parseToken(text)).toBeUndefined();
  expect(isValidAdminToken(text, 0)).toBe(false);
});

test.each([
  ['before its end', {}, 999_999, true],
  ['at its end', {}, 1_000_000, false],
  ['after its end', {}, 1_000_001, false],
  ['of a user', { type: 'authRecord' }, 0, false],
  ['without an end', { exp: undefined }, 0, false],
])('[AU-02] [RT-10] a token %s opens the admin routes or not', (_when, change, now, isValid) => {
  expect(isValidAdminToken(token({ ...claims, exp: 1000, ...change }), now)).toBe(isValid);
});
