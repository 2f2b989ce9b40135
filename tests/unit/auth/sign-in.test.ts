import { expect, test } from 'vitest';
import { cleanCode, identityLabel, spanOf } from '#domain/auth/sign-in.ts';
import { setLine } from '#wire/choose.ts';
import { isAdminsReset, isRenewable } from '#wire/identities.ts';
import { readRefusal } from '#wire/problems.ts';
import { isAddressRefused } from '#wire/refused-address.ts';
import { isStepOver, readMethods } from '#wire/sign-in.ts';

const token = (claims: object) => `x.${btoa(JSON.stringify(claims))}.y`;

test('[NW-05] the first field is named by what it takes', () => {
  expect(identityLabel([])).toBe('Email');
  expect(identityLabel(['email'])).toBe('Email');
  expect(identityLabel(['username', 'email'])).toBe('Username or email');
});

test('[NW-01] a pasted code loses what stands around it', () => {
  expect(cleanCode(' 12 34\u00a056\u200b78\r\n')).toBe('12345678');
});

test('times are told in whole minutes, else in seconds', () => {
  expect([60, 180, 90, 1].map(spanOf)).toEqual(['1 minute', '3 minutes', '90 seconds', '1 second']);
});

test('what a backend does not say of its ways to sign in is off', () => {
  expect(readMethods({})).toEqual({
    hasPassword: false,
    identityFields: [],
    stepSeconds: 0,
    codeSeconds: 0,
  });
  const methods = {
    password: { enabled: true, identityFields: ['email', 7] },
    mfa: { duration: 600 },
    otp: { duration: 'x' },
  };
  expect(readMethods(methods)).toEqual({
    hasPassword: true,
    identityFields: ['email'],
    stepSeconds: 600,
    codeSeconds: 0,
  });
});

test('[NW-01] [NW-04] only a refusal with the id of a step is one, and only one about it ends it', () => {
  expect(readRefusal({ mfaId: 'abc' }).step).toBe('abc');
  expect(readRefusal({ message: 'Missing.', status: 401, data: {} }).step).toBeUndefined();
  expect(isStepOver(400, 'Invalid or expired MFA session.')).toBe(true);
  expect(isStepOver(400, 'Invalid or expired OTP.')).toBe(false);
  expect(isStepOver(500, 'Invalid or expired MFA session.')).toBe(false);
});

test('[NW-09] a reset of an administrator is told from that of a user by its token', () => {
  const claims = { type: 'passwordReset', collectionId: 'pbc_3142635823' };
  expect(isAdminsReset(token(claims))).toBe(true);
  expect(isAdminsReset(token({ ...claims, collectionId: '_pb_users_auth_' }))).toBe(false);
  expect(isAdminsReset(token({ ...claims, type: 'verification' }))).toBe(false);
  expect(isAdminsReset('no token')).toBe(false);
});

test('[NW-11] every session can be renewed but those that say they can’t', () => {
  expect(isRenewable(token({ type: 'admin' }))).toBe(true);
  expect(isRenewable(token({ refreshable: true }))).toBe(true);
  expect(isRenewable(token({ refreshable: false }))).toBe(false);
});

test('[NW-12] only newer lines refuse addresses, in these words', () => {
  const said = 'You are not allowed to perform this request.';
  expect(isAddressRefused(403, said)).toBe(false);
  setLine('pb23');
  expect(isAddressRefused(403, said)).toBe(true);
  expect(isAddressRefused(403, 'Forbidden by a proxy.')).toBe(false);
  expect(isAddressRefused(401, said)).toBe(false);
  setLine(undefined);
});
