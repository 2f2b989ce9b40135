import { expect } from 'vitest';
import type { Doc } from '#domain/docs/render.ts';
import { createUser, PASSWORD } from '#tests/support/accounts.ts';
import type { AdminApi } from '#tests/support/admin-api.ts';
import type { Backend } from '#tests/support/backend.ts';
import { createCollection, createRecord, field } from '#tests/support/factories.ts';
import { allRules } from './docs-fixture.ts';

/* Requests that cause the failures that the docs of records and accounts describe, on either line. */

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}
export type Call = (method: string, path: string, body?: unknown, token?: string) => Promise<Answer>;
/** Sends a request that causes a documented failure. */
export type Provoke = () => Promise<Answer>;
/** By tab and status. */
export type Known = Record<string, Record<number, Provoke>>;

export const callerOf =
  (backend: () => Backend): Call =>
  async (method, path, body, token) => {
    const response = await fetch(backend().url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: token }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text.trim() === '' ? undefined : (JSON.parse(text) as unknown) };
  };

/** The token of a new account. */
export async function tokenOf(backend: Backend, call: Call, collection: string): Promise<string> {
  const { email } = await createUser(backend, collection, { emailVisibility: 1 });
  const credentials = { identity: email, password: PASSWORD };
  const { body } = await call('POST', `/api/collections/${collection}/auth-with-password`, credentials);
  return (body as { token: string }).token;
}

/** Collections by what they refuse, each with a record and one that another collection needs; returns their ids. */
export async function seedRefusing(api: AdminApi): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  const required = [field('title', 'text', { isRequired: true })];
  await createCollection(api, { name: 'open', fields: required, ...allRules('') });
  await createCollection(api, { name: 'free', fields: [field('note')], ...allRules('') });
  await createCollection(api, { name: 'ruled', fields: required, ...allRules('title = "seen"') });
  await createCollection(api, { name: 'locked', fields: required });
  for (const name of ['open', 'free', 'ruled', 'locked']) {
    ids[name] = (await createRecord(api, name, { title: 'hidden' })).id;
    const { id } = await api.get<{ id: string }>(`/api/collections/${name}`);
    const ref = field('ref', 'relation', { isRequired: true, collectionId: id });
    await createCollection(api, { name: `${name}_refs`, fields: [ref] });
    const referenced = await createRecord(api, name, { title: 'seen' });
    ids[`${name}_referenced`] = referenced.id;
    await createRecord(api, `${name}_refs`, { ref: referenced.id });
  }
  return ids;
}

/** Another client uses the realtime connection of an administrator. */
async function useOtherClient(url: string, call: Call, name: string, token: string): Promise<Answer> {
  const reader = (await fetch(`${url}/api/realtime`)).body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  const id = /"clientId":"([^"]+)"/.exec(new TextDecoder().decode(value))?.[1] ?? '';
  const body = { clientId: id, subscriptions: [`${name}/*`] };
  try {
    expect((await call('POST', '/api/realtime', body, token)).status).toBe(204);
    return await call('POST', '/api/realtime', body);
  } finally {
    await reader?.cancel();
  }
}

/** Of the records of a collection of {@link seedRefusing}, or of `members`. */
export function recordFailures(
  {
    call,
    ids,
    url,
    adminToken,
  }: {
    readonly call: Call;
    readonly ids: Readonly<Record<string, string>>;
    readonly url: string;
    readonly adminToken: string;
  },
  name: string,
  token?: string,
): Known {
  const path = `/api/collections/${name}/records`;
  const missing = `${path}/xxxxxxxxxxxxxxx`;
  const isAuth = name === 'members';
  const invalid = name === 'free' ? { id: 'short' } : { title: '' };
  const changed = isAuth
    ? { oldPassword: PASSWORD, password: 'other-password', passwordConfirm: 'different' }
    : name === 'free'
      ? { id: 'aaaaaaaaaaaaaaa' }
      : { title: '' };
  // A rule that hides the record fails before the backend checks the values.
  const shown = name === 'ruled' ? ids['ruled_referenced'] : ids[name];
  return {
    list: {
      400: () => call('GET', `${path}?filter=(unknown=1)`, undefined, token),
      403: () => call('GET', name === 'locked' ? path : `${path}?filter=(@collection.locked.id!="")`),
    },
    view: { 403: () => call('GET', missing), 404: () => call('GET', missing, undefined, token) },
    create: {
      400: () => call('POST', path, isAuth ? {} : invalid, token),
      403: () => call('POST', path, {}),
    },
    update: {
      400: () => call('PATCH', `${path}/${shown}`, changed, token),
      403: () => call('PATCH', missing, {}),
      404: () => call('PATCH', missing, {}, token),
    },
    delete: {
      400: () => call('DELETE', `${path}/${ids[`${name}_referenced`]}`, undefined, token),
      403: () => call('DELETE', missing),
      404: () => call('DELETE', missing, undefined, token),
    },
    realtime: {
      400: () => call('POST', '/api/realtime', {}),
      403: () => useOtherClient(url, call, name, adminToken),
      404: () => call('POST', '/api/realtime', { clientId: 'unknown' }),
    },
  };
}

/** Of what accounts have on both lines; `token` is of one of the collection, `other` of another one. */
export function mailFailures(call: Call, name: string, token = '', other = ''): Known {
  const send = (action: string, sender?: string) => () =>
    call('POST', `/api/collections/${name}/${action}`, {}, sender);
  const blank = (action: string): Known => ({ [action]: { 400: send(action) } });
  const change = 'request-email-change';
  return {
    ...blank('auth-with-oauth2'),
    ...blank('request-verification'),
    ...blank('confirm-verification'),
    ...blank('request-password-reset'),
    ...blank('confirm-password-reset'),
    [change]: { 400: send(change, token), 401: send(change), 403: send(change, other) },
    ...blank('confirm-email-change'),
    'auth-refresh': { 401: send('auth-refresh'), 403: send('auth-refresh', other) },
    'auth-methods': { 404: () => call('GET', '/api/collections/unknown/auth-methods') },
  };
}

/** Provokes every documented failure of the tabs, and compares status and body exactly; returns how many there are. */
export async function compareFailures(
  docs: readonly (readonly [id: string, doc: Doc])[],
  known: Known,
  skipped: readonly string[] = [],
): Promise<number> {
  let compared = 0;
  for (const [id, doc] of docs) {
    for (const { status, body } of doc.responses) {
      if (status < 400 || skipped.includes(`${id} ${status}`)) continue;
      const provoke = known[id]?.[status];
      expect(provoke, `a request that causes ${id} ${status}`).toBeDefined();
      expect(await provoke?.(), `${id} ${status}`).toEqual({ status, body });
      compared += 1;
    }
  }
  return compared;
}
