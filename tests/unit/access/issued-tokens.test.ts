import { expect, test } from 'vitest';
import {
  ageInDays,
  type IssuedToken,
  isLongLived,
  isValid,
  parseIssued,
  sortIssued,
  withEnded,
  withIssued,
} from '#domain/access/issued-tokens.ts';

const DAY = 86_400_000;
const NOW = 100 * DAY;
const token = (id: string, changes: Partial<IssuedToken> = {}): IssuedToken => ({
  ...{ id, collectionId: 'c', collectionName: 'users', accountId: 'a', account: 'Ann', why: '', by: 'me' },
  ...{ issued: NOW - DAY, until: NOW + DAY },
  ...changes,
});
const ids = (tokens: readonly IssuedToken[]) => tokens.map(({ id }) => id).join('');

test('[BY-32] valid tokens come first, the soonest end first; then the others, newest end first', () => {
  const tokens = [
    ...[token('a', { until: NOW - 2 * DAY }), token('b', { until: NOW + 9 * DAY }), token('c')],
    ...[token('d', { ended: NOW - DAY, until: NOW + 99 * DAY }), token('e', { until: NOW })],
  ];
  expect(ids(sortIssued(tokens, NOW))).toBe('cbeda');
});

test('[BY-32] all that are valid are kept, of the others the newest', () => {
  const over = Array.from({ length: 300 }, (_, at) => token(`o${at}`, { until: NOW - at - 1 }));
  const valid = Array.from({ length: 250 }, (_, at) => token(`v${at}`));
  const kept = withIssued([...over, ...valid.slice(1)], token('v0', { issued: NOW }));
  expect(kept.filter((one) => isValid(one, NOW))).toHaveLength(250);
  expect(withIssued(over, token('n', { issued: NOW })).map(({ id }) => id)).toEqual([
    'n',
    ...over.slice(0, 199).map(({ id }) => id),
  ]);
});

test('[BY-31] ending the sessions of an account ends its valid tokens alone', () => {
  const tokens = [
    ...[token('a'), token('b', { until: NOW - 1 }), token('c', { accountId: 'other' })],
    ...[token('d', { collectionId: 'other' }), token('e', { ended: 5 })],
  ];
  expect(withEnded(tokens, 'c', 'a', NOW).map(({ ended }) => ended)).toEqual([
    ...[NOW, undefined, undefined, undefined, 5],
  ]);
});

test('[BY-32] a token of a month is long-lived, and its age is told in days', () => {
  expect(isLongLived(token('a', { issued: NOW, until: NOW + 30 * DAY }))).toBe(true);
  expect(isLongLived(token('a', { issued: NOW, until: NOW + 30 * DAY - 1 }))).toBe(false);
  expect(ageInDays(token('a', { issued: NOW - 2.9 * DAY }), NOW)).toBe(2);
  expect(ageInDays(token('a', { issued: NOW + DAY }), NOW)).toBe(0);
});

test.each([
  '',
  'null',
  '{',
  '{}',
  '[null, 3, "x", {}]',
  '[{"id":"a","accountId":"b","issued":"1","until":2}]',
])('[BY-32] nothing is read of %j', (stored) => expect(parseIssued(stored)).toEqual([]));

test('[BY-32] what was stored is read as it was, without members that nobody knows', () => {
  const stored = [token('a'), token('b', { ended: 7 }), { ...token('c'), token: 'secret' }];
  expect(parseIssued(JSON.stringify(stored))).toEqual([token('a'), token('b', { ended: 7 }), token('c')]);
});
