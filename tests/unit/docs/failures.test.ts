import { afterAll, beforeAll, expect, test } from 'vitest';
import { tabsOf } from '#domain/docs/tabs.ts';
import { createUser, PASSWORD } from '#tests/support/accounts.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { createCollection } from '#tests/support/factories.ts';
import { allRules, docOf, storedCollectionOf } from './docs-fixture.ts';
import { contextOf } from './documented.ts';
import {
  callerOf,
  compareFailures,
  type Known,
  mailFailures,
  type Provoke,
  recordFailures,
  seedRefusing,
  tokenOf,
} from './provoke.ts';

let backend: Backend;
const ids: Record<string, string> = {};
const tokens: Record<string, string> = {};

const call = callerOf(() => backend);

beforeAll(async () => {
  backend = await startPocketBase();
  const { api } = backend;
  Object.assign(ids, await seedRefusing(api));
  await createCollection(api, { name: 'members', type: 'auth', ...allRules('') });
  await createCollection(api, { name: 'other', type: 'auth', ...allRules('') });
  const careful = await createCollection(api, { name: 'careful', type: 'auth', ...allRules('') });
  for (const name of ['members', 'careful']) ids[name] = (await createUser(backend, name)).id;
  for (const name of ['members', 'other', 'careful']) tokens[name] = await tokenOf(backend, call, name);
  tokens['admin'] = await backend.adminToken();
  const { options } = await api.get<{ options: object }>('/api/collections/careful');
  await api.patch(`/api/collections/${careful.id}`, { options: { ...options, onlyVerified: true } });
});
afterAll(() => backend.stop());

const ofRecords = (name: string, token?: string): Known =>
  recordFailures({ call, ids, url: backend.url, adminToken: tokens['admin'] ?? '' }, name, token);

function authFailures(name: string): Known {
  const path = `/api/collections/${name}`;
  const links = (id: string | undefined) => `${path}/records/${id}/external-auths`;
  const unverified: Provoke = async () => {
    const { email } = await createUser(backend, name, {});
    return call('POST', `${path}/auth-with-password`, { identity: email, password: PASSWORD });
  };
  return {
    ...mailFailures(call, name, tokens[name], tokens['other']),
    'auth-with-password': { 400: () => call('POST', `${path}/auth-with-password`, {}), 403: unverified },
    'list-external-auths': {
      401: () => call('GET', links(ids[name])),
      403: () => call('GET', links(ids[name]), undefined, tokens['other']),
      404: () => call('GET', links('xxxxxxxxxxxxxxx'), undefined, tokens['admin']),
    },
    'unlink-external-auth': {
      401: () => call('DELETE', `${links(ids[name])}/google`),
      403: () => call('DELETE', `${links(ids[name])}/google`, undefined, tokens['other']),
      404: () => call('DELETE', `${links(ids[name])}/google`, undefined, tokens['admin']),
    },
  };
}

const docsOf = async (name: string) => {
  const collection = await storedCollectionOf(backend, name);
  return tabsOf(contextOf(collection)).map(({ id }) => [id, docOf(backend, id, collection)] as const);
};

test.each([
  ['open', 11, undefined],
  ['free', 11, undefined],
  ['ruled', 11, undefined],
  ['locked', 15, 'admin'],
])(
  '[DC-05][DC-07] all documented failures of a collection %s match the real ones',
  async (name, all, token) => {
    expect(await compareFailures(await docsOf(name), ofRecords(name, token && tokens[token]))).toBe(all);
  },
);

test('[DC-05][DC-10][DC-11] all documented failures of an auth collection match the real ones', async () => {
  const known = { ...ofRecords('members'), ...authFailures('members') };
  // No relation points to an account here; the test of the other collections covers that failure.
  expect(await compareFailures(await docsOf('members'), known, ['delete 400'])).toBe(29);
});

test('[DC-10] a collection for verified accounts rejects unverified ones as documented', async () => {
  const collection = await storedCollectionOf(backend, 'careful');
  const doc = docOf(backend, 'auth-with-password', collection);
  const rejected = await authFailures('careful')['auth-with-password']?.[403]?.();
  expect(rejected).toEqual({ status: 403, body: doc.responses.find(({ status }) => status === 403)?.body });
  const { body } = await call('POST', '/api/collections/careful/auth-refresh', undefined, tokens['careful']);
  expect(body).toEqual(rejected?.body);
});
