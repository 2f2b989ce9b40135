import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#api/client.ts';
import { countLogs } from '#api/logs/logs.ts';
import { formatStored } from '#domain/app/date.ts';
import { joinFilters } from '#domain/model/filter/join.ts';
import type { DeedWords } from '#domain/settings/deeds.ts';
import { $adminId, signIn } from '#stores/app/session.ts';
import { loadCollections } from '#stores/collections/list.ts';
import {
  $deedSpan,
  $deeds,
  $failedSignIns,
  $newAddresses,
  addressQuery,
  deedsQuery,
  failedQuery,
  startDeeds,
} from '#stores/settings/deeds.ts';
import { $logLimits } from '#stores/settings/log-limits.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { eventually } from '#tests/support/eventually.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { onNewer } from '../newer-backends.ts';
import { until } from '../until.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  $deedSpan.set('7d');
});

const sentence = (words: DeedWords) =>
  words.map((part) => (typeof part === 'string' ? part : part.name)).join('');

function loadedIn<T>(load: { readonly state: string; readonly value?: T }): T {
  if (load.state !== 'ready' || load.value === undefined) throw new Error(load.state);
  return load.value;
}

/** What administrators did, in both lines. */
function runTests(backend: () => Backend, paths: { readonly signIn: string; readonly hasAccounts: boolean }) {
  const send = (path: string, address: string, init: RequestInit = {}) =>
    fetch(`${backend().url}/api/${path}`, {
      ...init,
      headers: { 'Content-Type': 'application/json', 'X-Real-IP': address, ...init.headers },
    });
  const fail = (address: string) =>
    send(paths.signIn, address, {
      ...{ method: 'POST', body: JSON.stringify({ identity: ADMIN_EMAIL, password: 'wrong' }) },
    });

  /** Waits without a request: 0.22 writes its log when nothing was logged for a while. */
  const logged = (like: string, count: number) =>
    eventually(() =>
      expect(backend().sql('SELECT id FROM _logs WHERE data LIKE ?', [like], 'logs')).toHaveLength(count),
    );

  test('[BY-38][BY-39] deeds, failed sign-ins and new addresses are told as the log has them', async () => {
    const { api: admin } = backend();
    const { id } = await admin.post<{ id: string }>('/api/collections', {
      ...{ name: 'deeds', type: 'base' },
      ...(paths.hasAccounts
        ? { fields: [{ name: 'title', type: 'text' }] }
        : { schema: [{ name: 'title', type: 'text' }] }),
    });
    await loadCollections();
    const token = await backend().adminToken();
    const asAdmin = (address: string, method: string, path: string, body: object = {}) =>
      send(path, address, { method, headers: { Authorization: token }, body: JSON.stringify(body) });
    // An address of an administrator that the log has from before.
    const known = '10.1.1.1';
    await asAdmin(known, 'PATCH', `collections/${id}`, { name: 'deeds' });
    await logged(`%"url":"/api/collections/${id}"%`, 1);
    const before = formatStored(new Date(Date.now() - 8 * 86_400_000));
    backend().write('logs', (db) =>
      db.exec(`UPDATE _logs SET created = '${before}' WHERE data LIKE '%/api/collections/${id}%'`),
    );
    const record = await asAdmin(known, 'POST', 'collections/deeds/records', { title: 'a' });
    const { id: recordId } = (await record.json()) as { id: string };
    await asAdmin('10.2.2.2', 'DELETE', `collections/deeds/records/${recordId}`);
    await send(`collections/${id}`, known, { headers: { Authorization: token } });
    for (const address of ['10.3.3.3', '10.3.3.3', '10.4.4.4']) await fail(address);

    await logged('%"status":400%', 3);
    stops.push(startDeeds());
    await until($failedSignIns, ({ state }) => state === 'ready');
    await until($newAddresses, ({ state }) => state === 'ready');
    await until(
      $deeds,
      (load) => load.state === 'ready' && (!paths.hasAccounts || load.value[0]?.who !== ''),
    );
    expect(loadedIn($failedSignIns.get()).groups.map(({ address, count }) => [address, count])).toEqual([
      ['10.3.3.3', 2],
      ['10.4.4.4', 1],
    ]);
    const deeds = loadedIn($deeds.get());
    const told = deeds.map(({ words, address }) => `${sentence(words)} ${address}`);
    expect(told).toContain(`Deleted record ${recordId} of deeds 10.2.2.2`);
    expect(told).toContain(`Created a record of deeds ${known}`);
    expect(told.some((text) => text.startsWith('Changed collection'))).toBe(false);
    expect(told.some((text) => /has signed in/.test(text))).toBe(true);
    expect(told.join('\n')).not.toMatch(/GET |refresh|realtime|wrong/);
    const deleted = deeds.find(({ words }) => sentence(words).startsWith('Deleted record'));
    expect(deleted?.who).toBe(paths.hasAccounts ? ADMIN_EMAIL : '');
    const fresh = loadedIn($newAddresses.get()).map(({ address }) => address);
    expect(fresh).toContain('10.2.2.2');
    expect(fresh).not.toContain(known);

    $deedSpan.set('all');
    await eventually(() =>
      expect(loadedIn($deeds.get()).map(({ words }) => sentence(words))).toContain(
        'Changed collection deeds',
      ),
    );
    // Links of the page list the same.
    const counted = (query: { filter?: string; where?: string | undefined }) =>
      countLogs(joinFilters([query.filter ?? '', query.where ?? '']));
    expect(await counted(failedQuery('10.3.3.3'))).toBe(2);
    expect(await counted(failedQuery(''))).toBe(3);
    expect(await counted(addressQuery('10.2.2.2'))).toBe(1);
    expect(await counted(deedsQuery())).toBeGreaterThanOrEqual(3);
  });

  test('[BY-38] nothing is asked of the log while the backend keeps none', async () => {
    await backend().api.patch('/api/settings', { logs: { maxDays: 0 } });
    stops.push(startDeeds());
    const limits = await until($logLimits, ({ state }) => state === 'ready');
    expect(loadedIn(limits)['logs.days']).toBe(0);
    expect($deeds.get().state).toBe('busy');
  });
}

onNewer(
  (backend) => {
    beforeAll(async () => {
      await backend().api.patch('/api/settings', {
        ...{ logs: { maxDays: 30, minLevel: 0, logIP: true, logAuthId: true } },
        trustedProxy: { headers: ['X-Real-IP'] },
      });
    });
    runTests(backend, { signIn: 'collections/_superusers/auth-with-password', hasAccounts: true });
  },
  ['0.40.6'],
  ['0.23.12', '0.28.4'],
);

describe('PocketBase 0.22', () => {
  let running: Backend | undefined;
  const backend = () => {
    if (!running) throw new Error('The backend only runs during tests.');
    return running;
  };
  beforeAll(async () => {
    running = await startPocketBase();
    browser.backend = running.url;
    api().baseUrl = running.url;
    await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    expect($adminId.get()).toBeDefined();
    await running.api.patch('/api/settings', { logs: { maxDays: 30, minLevel: 0, logIp: true } });
    return () => running?.stop();
  });
  runTests(backend, { signIn: 'admins/auth-with-password', hasAccounts: false });
});
