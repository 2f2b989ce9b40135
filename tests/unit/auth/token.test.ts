import { expect, test } from 'vitest';
import { CLOCK_MESSAGE, parseToken } from '#domain/auth/token.ts';
import { isValidAdminToken } from '#wire/identities.ts';

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

test('[LI-08] reads texts outside ASCII, which base64url encodes with - and _', () => {
  const email = 'zoë???~~~ÿÿÿ@example.com';
  const text = token({ email });
  expect(text).toMatch(/[-_]/);
  expect(parseToken(text)?.email).toBe(email);
});

test.each([
  'ann+x@example.com',
  "o'neil!#$%&*/=?^_`{|}~-@sub.example.co.uk",
  'אבג@דהו.example',
  'संपर्क@डाटामेल.भारत',
  'ที่ปรึกษา@ทดสอบ.ไทย',
  'jose\u0301@example.com',
  'ann@my_host.example.com',
  `${'a'.repeat(64)}@example.com`,
])('[LI-08][PU-06] the address of a token is read: %s', (email) => {
  expect(parseToken(token({ email, newEmail: email }))).toMatchObject({ email, newEmail: email });
});

test.each([
  'Your account is locked, call 0800 123',
  'Call 0800 123 ann@example.com',
  'ann@example.com, bob@example.com',
  'ann@example.com\nCall 0800 123',
  'ann@example.com ',
  '<ann@example.com>',
  'ann@@example.com',
  'ann@example.com@evil.com',
  'ann@localhost',
  'ann@example..com',
  '@example.com',
  'ann@',
  'ann\u202e@example.com',
  'ann@exam\u2066ple.com',
  'ann\u200f@example.com',
  'ann\u200b@example.com',
  'ann\u00a0b@example.com',
  'ann\u0000@example.com',
  `${'a'.repeat(65)}@example.com`,
  `ann@${'a.'.repeat(126)}com`,
])('[LI-08][PU-06] text of a token that is not one address is not read: %j', (email) => {
  expect(parseToken(token({ email, newEmail: email }))).toMatchObject({ email: '', newEmail: '' });
});

test('[AU-02] missing claims are empty', () => {
  const nothing = { id: '', type: '', exp: 0, email: '', newEmail: '', collectionId: '' };
  expect(parseToken(token({}))).toEqual(nothing);
  expect(parseToken(token({ id: 1, type: null, exp: '9', email: {} }))).toEqual(nothing);
});

test.each([
  ['an empty text', ''],
  ['a text without dots', 'abc'],
  ['a text with an empty middle', 'head..signature'],
  ['invalid base64', 'head.%%%.signature'],
  ['invalid JSON', `head.${encode('{')}.signature`],
  ['JSON that is not an object', token('text')],
  ['null', token(null)],
])('[AU-02] %s is not a token', (_what, text) => {
  expect(parseToken(text)).toBeUndefined();
  expect(isValidAdminToken(text, 0)).toBe(false);
});

test.each([
  ['before it expires', {}, 999_999, true],
  ['when it expires', {}, 1_000_000, false],
  ['after it expires', {}, 1_000_001, false],
  ['of a user', { type: 'authRecord' }, 0, false],
  ['without an expiry', { exp: undefined }, 0, false],
])('[AU-02] [RT-10] whether a token %s allows the admin routes', (_when, change, now, isValid) => {
  expect(isValidAdminToken(token({ ...claims, exp: 1000, ...change }), now)).toBe(isValid);
});

test('a wrong clock has a message that says what to do', () => {
  expect(CLOCK_MESSAGE).toBe(
    'The clock of this device seems to be wrong: by it, the new session has already expired. Correct the clock and sign in again.',
  );
});
