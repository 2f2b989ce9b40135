import { expect, test } from 'vitest';
import '#tests/support/browser-stub.ts';
import { countLogs, findLogs } from '#api/logs/logs.ts';
import { formatStored } from '#domain/app/date.ts';
import { members, text } from '#domain/app/lenient.ts';
import type { LogEntry } from '#domain/backend/log.ts';
import type { RateRule } from '#domain/backend/settings.ts';
import { forecastRates, metRule, type RateCaller } from '#domain/settings/rate-search.ts';
import { Random } from '#scripts/lib/random.ts';
import { can } from '#stores/app/capabilities.ts';
import { $collectionList, loadCollections } from '#stores/collections/list.ts';
import type { Backend } from '#tests/support/backend.ts';
import { casesOf } from '#tests/support/cases.ts';
import { eventually } from '#tests/support/eventually.ts';
import { rateTarget, readRateRequest } from '#wire/rate-search.ts';
import { onNewer } from '../newer-backends.ts';

/** How the rules say for whom they are, by what Atoll calls it. */
const AUDIENCES = { everybody: '', guests: '@guest', users: '@auth' } as const;

const PATHS = [
  ...['/api/collections/posts/records', '/api/collections/POSTS/records', '/api/collections/posts/records/'],
  ...['/api/collections/posts/records/abcdefghijklmno', '/api/collections/none/records'],
  ...['/api/collections/users/records', '/api/collections/users/records/abc%20d%2Fe'],
  ...['/api/collections/shown/records', '/api/collections/shown/records/abc'],
  ...['auth-methods', 'auth-refresh', 'auth-with-password', 'auth-with-otp', 'request-password-reset'].map(
    (action) => `/api/collections/users/${action}`,
  ),
  ...['/api/collections/posts/auth-with-password', '/api/collections/none/auth-methods'],
  ...['/api/collections/users/impersonate/abc', '/api/collections/posts', '/api/collections'],
  ...['/api/files/posts/abc/d.txt', '/api/files/none/abc/d.txt', '/api/files/token', '/api/files/posts/abc'],
  ...['/api/health', '/api/batch', '/api/unknown/path', '/api/settings', '/api', '/other'],
] as const;

const LABELS = [
  ...['posts:list', 'posts:view', 'posts:create', 'users:list', 'users:view', 'shown:list', 'POSTS:list'],
  ...['*:list', '*:view', '*:create', '*:update', '*:delete', '*:auth', '*:file', '*:authWithPassword'],
  ...['users:auth', 'users:authRefresh', 'users:listAuthMethods', '*:requestPasswordReset', 'list'],
  ...['/', '/api/', '/api', '/api/collections/', '/api/collections/posts/', '/api/collections/posts/records'],
  ...['GET /api/', 'POST /api/', 'GET /api/collections/', 'POST /api/collections/users/auth-with-password'],
  ...['GET /api/collections/posts/records', '/api/collections/posts/records/', '/api/files/', '/api/health'],
  ...['GET /api/health', 'POST /api/batch', '/api/batch', '/api/health/', 'DELETE /api/', 'HEAD /api/'],
] as const;

const METHODS = ['GET', 'GET', 'GET', 'POST', 'POST', 'PATCH', 'DELETE', 'HEAD', 'PUT', 'OPTIONS'] as const;

/** Distinct rules, each with another number of requests: how many are let through says which one is met. */
function rulesOf(random: Random): RateRule[] {
  const rules: RateRule[] = [];
  const count = random.int(1, 7);
  while (rules.length < count) {
    const label = random.pick(LABELS);
    const audience = random.pick(['everybody', 'guests', 'users'] as const);
    const same = rules.filter((rule) => rule.label === label);
    const conflicts = same.some(
      (rule) => [rule.audience, audience].includes('everybody') || rule.audience === audience,
    );
    if (!conflicts) rules.push({ label, audience, requests: rules.length + 1, seconds: 3600, more: {} });
  }
  return rules;
}

const storedRules = (rules: readonly RateRule[]) =>
  rules.map(({ label, audience, requests, seconds }) => ({
    ...{ label, audience: AUDIENCES[audience], maxRequests: requests, duration: seconds },
  }));

/** Signs in as a user that it makes unless there is one. */
async function userToken({ api, url }: Backend): Promise<string> {
  const password = 'a-good-password';
  const user = { email: 'limited@example.com', password, passwordConfirm: password };
  await api.post('/api/collections/users/records', user).catch(() => {});
  const response = await fetch(`${url}/api/collections/users/auth-with-password`, {
    ...{ method: 'POST', headers: { 'Content-Type': 'application/json' } },
    body: JSON.stringify({ identity: user.email, password }),
  });
  return text(members(await response.json())['token']);
}

async function prepare(backend: Backend) {
  const { api } = backend;
  await api.post('/api/collections', {
    ...{ name: 'posts', type: 'base', listRule: '', viewRule: '' },
    fields: [{ name: 'title', type: 'text' }],
  });
  await api.post('/api/collections', {
    ...{ name: 'shown', type: 'view', listRule: '', viewRule: '', viewQuery: 'SELECT id, title FROM posts' },
  });
  return { guest: '', user: await userToken(backend), administrator: await backend.adminToken() } as const;
}

onNewer(
  (backend, version) => {
    test(`[BY-33] says of every generated request which rule PocketBase ${version} finds`, {
      timeout: 300_000,
    }, async () => {
      const tokens = await prepare(backend());
      await loadCollections();
      const random = new Random(740_033);
      const differing: unknown[] = [];
      const seen = new Map<string, number>();
      for (let number = 0; number < casesOf(2000); number++) {
        const rules = rulesOf(random);
        const [method, path] = [random.pick(METHODS), random.pick(PATHS)];
        const caller = random.pick<RateCaller>(['guest', 'guest', 'user', 'user', 'administrator']);
        await backend().api.patch('/api/settings', {
          rateLimits: { enabled: true, rules: storedRules(rules) },
        });
        let passed = 0;
        for (; passed <= rules.length; passed++) {
          const { status } = await fetch(`${backend().url}${path}`, {
            ...{ method, redirect: 'manual' },
            headers: { ...(tokens[caller] && { Authorization: tokens[caller] }) },
          });
          if (status === 429) break;
        }
        const target = rateTarget(method, path, $collectionList.get());
        const met = target && metRule(rules, target.labels, caller);
        const said = met ? (rules[met.rule]?.requests ?? 0) : rules.length + 1;
        seen.set(met ? 'met' : 'free', (seen.get(met ? 'met' : 'free') ?? 0) + 1);
        if (said !== passed) differing.push({ method, path, caller, rules, said, passed });
      }
      expect(differing).toEqual([]);
      // Both outcomes are tried.
      expect(seen.get('met')).toBeGreaterThan(10);
      expect(seen.get('free')).toBeGreaterThan(5);
    });

    test(`[BY-33] tells from the log which requests PocketBase ${version} has refused`, async () => {
      const random = new Random(33);
      const user = await userToken(backend());
      const rules = [
        { label: '*:list', audience: 'everybody', requests: 2, seconds: 3600, more: {} },
        { label: 'GET /api/collections/', audience: 'guests', requests: 4, seconds: 3600, more: {} },
        { label: '/api/', audience: 'users', requests: 6, seconds: 3600, more: {} },
        // Meets what the rules before leave, and shares the counter of a collection with the second one.
        { label: '/api/collections/posts/', audience: 'guests', requests: 1, seconds: 3600, more: {} },
      ] as const satisfies RateRule[];
      await backend().api.patch('/api/settings', {
        ...{ logs: { maxDays: 5, minLevel: -4, logIP: true }, trustedProxy: { headers: ['X-Real-IP'] } },
        rateLimits: { enabled: true, rules: storedRules(rules) },
      });
      const start = formatStored(new Date());
      const sent = casesOf(4000);
      for (let number = 0; number < sent; number++) {
        const headers = {
          'X-Real-IP': `10.0.0.${random.int(1, 3)}`,
          ...(random.chance(0.4) && { Authorization: user }),
        };
        const method = random.pick(['GET', 'GET', 'POST', 'DELETE'] as const);
        await fetch(`${backend().url}${random.pick(PATHS)}`, { method, headers, redirect: 'manual' });
      }
      const filter = `data.type="request"&&created>="${start}"&&data.userIP~"10.0.0."`;
      await eventually(async () => expect(await countLogs(filter)).toBeGreaterThanOrEqual(sent * 0.9));
      const logs: LogEntry[] = [];
      for (let page = 1; logs.length === (page - 1) * 500; page++) {
        logs.push(...(await findLogs({ page, perPage: 500, sort: '@rowid', filter })));
      }
      const target = (method: string, path: string) => rateTarget(method, path, $collectionList.get());
      const options = { target, isExempt: () => false, countsFrom: can().countsRatesFrom ?? 'first' };
      const requests = logs.flatMap((log) => readRateRequest(log) ?? []);
      const { rules: said, unknown } = forecastRates(rules, requests, options);
      const refused = logs.filter(({ request }) => request?.status === 429).length;
      expect(said.reduce((sum, rule) => sum + rule.refused, 0)).toBe(refused);
      expect(said.filter((rule) => rule.refused > 0)).toHaveLength(rules.length);
      expect(unknown).toBe(0);
    });
  },
  ['0.40.6'],
  ['0.23.12', '0.28.4'],
);
