import { expect, test } from 'vitest';
import { INVALID_TOKEN, isExpiredLink, linkAdvice, visitorMessage } from '#domain/public/messages.ts';
import { forgedToken } from '#tests/support/public/user-mails.ts';

const NOW = 1_800_000_000_000;
const token = (seconds: number, collectionId = 'users') =>
  forgedToken({ collectionId, exp: NOW / 1000 + seconds });

test.each([
  ['', false, /^This link is not complete\./],
  ['x', false, /^This link is not complete\./],
  [token(60, ''), false, /^This link is not complete\./],
  [token(0), true, /^This link has expired\./],
  [token(60), false, /^This link is no longer valid\./],
  [forgedToken({ collectionId: 'users' }), false, /^This link is no longer valid\./],
])('the link with the token %j is expired: %s; it says what to do', (text, isExpired, advice) => {
  expect(isExpiredLink(text, NOW)).toBe(isExpired);
  expect(linkAdvice(text, NOW)).toMatch(advice);
  expect(linkAdvice(text, NOW)).toMatch(/equest a new one in the app\.$/);
});

test.each([
  [0, 'No response. Check your connection, then try again.'],
  [400, undefined],
  [404, INVALID_TOKEN],
  [499, undefined],
  [500, 'The server has a problem at the moment. Try again in a few minutes.'],
])('a visitor reads of an error %i: %s', (status, message) => {
  expect(visitorMessage({ status })).toBe(message);
});
