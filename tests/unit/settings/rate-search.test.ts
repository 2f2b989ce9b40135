import { expect, test } from 'vitest';
import type { RateRule } from '#domain/backend/settings.ts';
import { forecastRates, metRule, type RateCaller, type RateRequest } from '#domain/settings/rate-search.ts';
import { rateTarget } from '#wire/rate-search.ts';

const COLLECTIONS = [
  { id: 'pbc_posts', name: 'posts', type: 'base' },
  { id: 'pbc_users', name: 'users', type: 'auth' },
  { id: 'pbc_shown', name: 'shown', type: 'view' },
] as const;
const target = (method: string, path: string) => rateTarget(method, path, COLLECTIONS);

const rule = (label: string, requests = 1, audience: RateRule['audience'] = 'everybody'): RateRule => ({
  ...{ label, requests, audience, seconds: 10, more: {} },
});

test.each([
  [
    ...['GET', '/api/collections/posts/records'],
    ['posts:list', '*:list', 'GET /api/collections/posts/records', '/api/collections/posts/records'],
  ],
  [
    ...['POST', '/api/collections/PBC_USERS/auth-with-password'],
    ['users:authWithPassword', 'users:auth', '*:authWithPassword', '*:auth'].concat(
      ['POST ', ''].map((method) => `${method}/api/collections/PBC_USERS/auth-with-password`),
    ),
  ],
  [
    'PUT',
    '/api/collections/posts/records',
    ['PUT ', ''].map((method) => `${method}/api/collections/posts/records`),
  ],
  ['GET', '/api/a%20b', ['GET /api/a b', '/api/a b']],
  ['GET', '/api/broken%', ['GET /api/broken%', '/api/broken%']],
] as const)('[BY-33] labels of %s %s, in their order', (method, path, labels) => {
  expect(target(method, path)?.labels).toEqual(labels);
});

test.each([
  ['OPTIONS', '/api/health'],
  ['GET', '/api/collections/none/records'],
  ['POST', '/api/collections/shown/records'],
])('[BY-33] %s %s is not counted', (method, path) => expect(target(method, path)).toBeUndefined());

test.each<[string, RateCaller, string[], number | undefined]>([
  ['the label that is looked for first, not the first rule', 'guest', ['/api/', '*:list', 'posts:list'], 2],
  ['of beginnings the first rule, not the longest', 'guest', ['/api/', '/api/collections/'], 0],
  ['a path is the beginning of itself', 'guest', ['/api/collections/posts/records/'], 0],
  ['a beginning without a slash is none', 'guest', ['/api'], undefined],
  ['administrators meet none', 'administrator', ['/api/', '*:list'], undefined],
])('[BY-33] %s', (_, caller, labels, expected) => {
  const sought = target('GET', '/api/collections/posts/records')?.labels ?? [];
  expect(
    metRule(
      labels.map((label) => rule(label)),
      sought,
      caller,
    )?.rule,
  ).toBe(expected);
});

test('[BY-33] a rule for others is passed over, also for one that is less exact', () => {
  const rules = [rule('posts:list', 1, 'users'), rule('/api/', 1, 'guests')];
  const sought = target('GET', '/api/collections/posts/records')?.labels ?? [];
  expect(metRule(rules, sought, 'guest')).toEqual({ rule: 1, label: 3 });
  expect(metRule(rules, sought, 'user')).toEqual({ rule: 0, label: 0 });
});

const START = Date.parse('2026-11-05T12:00:00Z');
const request = (seconds: number, changes: Partial<RateRequest> = {}): RateRequest => ({
  ...{ method: 'GET', path: '/api/collections/posts/records', caller: 'guest', address: '10.0.0.1' },
  time: START + seconds * 1000,
  ...changes,
});
const OPTIONS = {
  target,
  isExempt: (address: string) => address === '10.9.9.9',
  countsFrom: 'first',
} as const;
const refused = (rules: RateRule[], requests: RateRequest[], countsFrom: 'first' | 'last' = 'first') =>
  forecastRates(rules, requests, { ...OPTIONS, countsFrom }).rules.map((outcome) => outcome.refused);

test('[BY-34] a time begins with its first request, or where the backend does so with each that is let through', () => {
  const requests = [0, 6, 12, 18].map((seconds) => request(seconds));
  expect(refused([rule('/api/', 2)], requests)).toEqual([0]);
  expect(refused([rule('/api/', 2)], requests, 'last')).toEqual([1]);
  expect(refused([rule('/api/', 2)], requests.toReversed(), 'last')).toEqual([1]);
});

test('[BY-34] each address, collection and action is counted apart; other paths by their rule together', () => {
  const others = { path: '/api/collections/users/records' };
  expect(
    refused([rule('*:list')], [request(0), request(1, others), request(2, { address: '10.0.0.2' })]),
  ).toEqual([0]);
  const paths = [request(0, { path: '/api/health' }), request(1, { path: '/api/batch' })];
  expect(refused([rule('/api/')], paths)).toEqual([1]);
  expect(refused([rule('/api/')], [request(0), ...paths.slice(0, 1)])).toEqual([0]);
});

test('[BY-34] rules that share a counter keep the limit of the one that is met first', () => {
  const [one, other] = ['a', 'b'].map((id) => `/api/collections/posts/records/${id}`);
  const rules = [rule(`GET ${one}`, 1), rule('/api/', 3)];
  const views = [other, one, one, one].map((path, second) => request(second, { path: path ?? '' }));
  expect(refused(rules, views)).toEqual([1, 0]);
  expect(
    refused(
      rules,
      views.toReversed().map((view, second) => request(second, view)),
    ),
  ).toEqual([1, 0]);
});

test('[BY-34] tells what is not limited, and who is refused most', () => {
  const forecast = forecastRates(
    [rule('*:list')],
    [
      ...[request(0), request(1), request(2), request(3, { address: '10.0.0.2' })],
      ...[
        request(4, { address: '10.0.0.2' }),
        request(5, { address: '' }),
        request(6, { address: '10.9.9.9' }),
      ],
      ...[request(7, { caller: 'administrator' }), request(8, { path: '/api/health' })],
    ],
    OPTIONS,
  );
  expect(forecast).toEqual({
    ...{ free: 1, exempt: 2, unknown: 1 },
    rules: [
      {
        ...{ met: 6, refused: 3, paths: [['GET /api/collections/posts/records', 3]] },
        addresses: [
          ['10.0.0.1', 2],
          ['10.0.0.2', 1],
        ],
      },
    ],
  });
});

test('[BY-34] a rule without its number yet refuses nothing', () => {
  expect(refused([{ ...rule('/api/'), requests: undefined }], [request(0), request(1)])).toEqual([0]);
});
