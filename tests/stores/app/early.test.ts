import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadSettings, sendSettings } from '#api/app/settings.ts';
import { signIn } from '#api/auth/admins.ts';
import { api } from '#api/client.ts';
import { listCollections } from '#api/collections/collections.ts';
import { listLogs, loadLogStats } from '#api/logs/logs.ts';
import { countRecords, listRecords } from '#api/records/list.ts';
import { sessionSignal } from '#api/session-signal.ts';
import { listAdmins } from '#api/settings/admins.ts';
import { listBackups } from '#api/settings/backups.ts';
import { listEntries } from '#api/settings/sync.ts';
import { ownReferer } from '#browser/backends.ts';
import { members } from '#domain/app/lenient.ts';
import { requestUrl } from '#domain/backend/request.ts';
import { effectiveFilter } from '#domain/logs/effective.ts';
import { expandAndFields, PAGE_SIZE, sentSort } from '#domain/records/list-query.ts';
import { adminSort } from '#domain/settings/admins.ts';
import { earlyScreens } from '#routing/early-requests.ts';
import { routes } from '#routing/routes.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { eventually } from '#tests/support/eventually.ts';
import { collection, field, view } from '#tests/unit/collections/collection-fixture.ts';
import { ownFilter } from '#wire/logs.ts';
import { newestFirst, recordRequests } from '#wire/records.ts';
import { settingsRequest } from '#wire/settings.ts';

const BACKEND = 'http://backend.test/';
const TOKEN = 'first-token';
const SETTINGS = `${BACKEND}api/settings`;
const settings = (appName: string) => Response.json({ meta: { appName } });

const sent = vi.fn<(url: string, method: string) => Promise<Response>>();

beforeEach(() => {
  browser.backend = BACKEND;
  sent.mockReset().mockImplementation(async () => settings('fresh'));
  vi.stubGlobal('fetch', (input: unknown, init: RequestInit = {}) =>
    sent(String(input), init.method ?? 'GET'),
  );
  api().session.save(TOKEN, null);
});

afterEach(() => {
  vi.unstubAllGlobals();
  globalThis.atollEarly = undefined;
});

/** Acts as the inline script, which has sent a request. */
function sendEarly(url: string, response: Promise<Response>, { token = TOKEN, age = 0 } = {}) {
  const controller = new AbortController();
  response.catch(() => {});
  const requests = new Map([[url, { response, controller }]]);
  globalThis.atollEarly = { token, sent: performance.now() - age, requests, requested: new Set() };
  return controller.signal;
}

const appName = async (signal?: AbortSignal) => members(await loadSettings(signal ? { signal } : {}))['meta'];

describe('the response of an early request', () => {
  test('is taken over once, instead of a request', async () => {
    sendEarly(SETTINGS, Promise.resolve(settings('early')));
    expect(await appName()).toEqual({ appName: 'early' });
    expect(sent).not.toHaveBeenCalled();
    expect(await appName()).toEqual({ appName: 'fresh' });
    expect(sent).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['of another administrator', { token: 'other-token' }],
    ['of a page that loaded long ago', { age: 10_001 }],
  ])('is not used: %s', async (_what, options) => {
    sendEarly(SETTINGS, Promise.resolve(settings('early')), options);
    expect(await appName()).toEqual({ appName: 'fresh' });
  });

  test('is not used after something was saved', async () => {
    sendEarly(SETTINGS, Promise.resolve(settings('early')));
    await sendSettings({ meta: { appName: 'saved' } });
    expect(await appName()).toEqual({ appName: 'fresh' });
    expect(sent.mock.calls.map(([, method]) => method)).toEqual(['PATCH', 'GET']);
  });

  test('is not used for a write to the same address', async () => {
    sendEarly(SETTINGS, Promise.resolve(settings('early')));
    expect(await sendSettings({})).toEqual({ meta: { appName: 'fresh' } });
  });

  test('is checked like any other: a refusal throws', async () => {
    const body = { code: 401, message: 'The request requires admin authorization.', data: {} };
    sendEarly(SETTINGS, Promise.resolve(Response.json(body, { status: 401 })));
    await expect(loadSettings()).rejects.toMatchObject({ status: 401, message: body.message });
    sendEarly(SETTINGS, Promise.resolve(new Response('<!doctype html>')));
    await expect(loadSettings()).rejects.toMatchObject({ status: 0 });
    expect(sent).not.toHaveBeenCalled();
  });

  test('is requested again when the connection failed', async () => {
    sendEarly(SETTINGS, Promise.reject(new TypeError('Failed to fetch')));
    expect(await appName()).toEqual({ appName: 'fresh' });
  });

  test('is aborted with the call that waits for it', async () => {
    const own = new AbortController();
    const { promise, reject } = Promise.withResolvers<Response>();
    const early = sendEarly(SETTINGS, promise);
    early.addEventListener('abort', () => reject(early.reason));
    const loading = appName(own.signal);
    await eventually(() => expect(globalThis.atollEarly?.requests.size).toBe(0));
    own.abort();
    await expect(loading).rejects.toMatchObject({ isAbort: true });
    expect(early.aborted).toBe(true);
    expect(sent).not.toHaveBeenCalled();
  });
});

describe('an early sign-in', () => {
  const identity = 'test@example.com';
  const password = '1234567890';
  const url = `${BACKEND}api/admins/auth-with-password`;
  const respond = (token: string) => Response.json({ token, admin: { id: 'an_admin' } });

  /** Acts as the inline script, after a submit with these values. */
  function submit(response: Promise<Response>, values = { identity, password }) {
    const controller = new AbortController();
    response.catch(() => {});
    globalThis.atollSignIn = { url, body: JSON.stringify(values), response, controller };
    return controller.signal;
  }

  beforeEach(() => sent.mockImplementation(async () => respond('second')));
  afterEach(() => {
    globalThis.atollSignIn = undefined;
    api().session.clear();
  });

  test('is taken over once, although a sign-in drops other early requests', async () => {
    sendEarly(SETTINGS, Promise.resolve(settings('early')));
    submit(Promise.resolve(respond('first')));
    await signIn(identity, password);
    expect(api().session.token).toBe('first');
    expect(sent).not.toHaveBeenCalled();
    expect(globalThis.atollEarly).toBeUndefined();
    await signIn(identity, password);
    expect(api().session.token).toBe('second');
    expect(sent).toHaveBeenCalledExactlyOnceWith(url, 'POST');
  });

  test('is dropped when other values are sent', async () => {
    const signal = submit(Promise.resolve(respond('first')), { identity, password: 'mistyped' });
    await signIn(identity, password);
    expect(api().session.token).toBe('second');
    expect(signal.aborted).toBe(true);
    expect(globalThis.atollSignIn).toBeUndefined();
  });

  test('that was refused is not sent again', async () => {
    const body = { code: 400, message: 'Failed to authenticate.', data: {} };
    submit(Promise.resolve(Response.json(body, { status: 400 })));
    await expect(signIn(identity, password)).rejects.toMatchObject({ status: 400, message: body.message });
    expect(sent).not.toHaveBeenCalled();
  });

  test('is sent again when the connection failed', async () => {
    submit(Promise.reject(new TypeError('Failed to fetch')));
    await signIn(identity, password);
    expect(api().session.token).toBe('second');
  });

  test('stays for its form when something else is sent', async () => {
    submit(Promise.resolve(respond('first')));
    await sendSettings({}).catch(() => {});
    sessionSignal.abort();
    await signIn(identity, password);
    expect(api().session.token).toBe('first');
  });
});

test('the page learns what the client has requested itself, which must not be sent once more', async () => {
  sendEarly(SETTINGS, Promise.resolve(settings('early')));
  await appName();
  await listBackups().catch(() => {});
  expect(globalThis.atollEarly?.requested).toEqual(new Set([SETTINGS, `${BACKEND}api/backups`]));
});

test('early requests that nobody waits for are aborted when the session ends, or something is saved', async () => {
  for (const end of [() => sessionSignal.abort(), () => sendSettings({})]) {
    const signal = sendEarly(SETTINGS, new Promise(() => {}));
    await end();
    expect(signal.aborted).toBe(true);
    expect(globalThis.atollEarly).toBeUndefined();
  }
});

describe('the paths of the early requests are those of the client', () => {
  /** Address of the request that a call sends, without the backend. */
  async function pathOf(call: () => Promise<unknown>): Promise<string | undefined> {
    sent.mockClear();
    // The response has another shape: only the request counts.
    await call().catch(() => {});
    return sent.mock.calls[0]?.[0].replace(BACKEND, '');
  }
  const paths = ({ frame }: { frame: string }) => {
    const screen = earlyScreens[frame];
    return [...(screen?.requests ?? [settingsRequest]), ...(screen?.plain?.() ?? [])].map((request) =>
      requestUrl(request).slice(1),
    );
  };

  test('of the settings, collections, logs, admins and backups', async () => {
    const filter = effectiveFilter({ preset: ownFilter(ownReferer()), search: '' });
    const admins = { sort: adminSort(undefined), filter: '', page: 1 };
    const allSettings = await pathOf(() => loadSettings());
    expect(paths(routes.collections)).toEqual([await pathOf(() => listCollections()), allSettings]);
    expect(paths(routes.logs)).toEqual([
      allSettings,
      await pathOf(() => listLogs(1, filter)),
      await pathOf(() => loadLogStats(filter)),
    ]);
    expect(paths(routes.settingsAdmins)).toEqual([allSettings, await pathOf(() => listAdmins(admins))]);
    expect(paths(routes.settingsBackups)).toEqual([await pathOf(() => listBackups()), allSettings]);
    expect(paths(routes.settingsExport)).toEqual([await pathOf(() => listEntries(100)), allSettings]);
    expect(paths(routes.settingsImport)).toEqual([await pathOf(() => listEntries(200)), allSettings]);
  });

  test.each([
    ['without relations', collection('plain', [field('title')])],
    [
      'with relations and rich text',
      collection('posts', [field('a', 'relation'), field('text', 'editor'), field('b', 'relation')]),
    ],
    ['with rich text only', collection('pages', [field('text', 'editor'), field('more', 'editor')])],
    ['a view', view('summary', 'select id from posts', [field('text', 'editor')])],
  ])('of the records of a collection %s', async (_what, shown) => {
    const sort = sentSort(shown, [shown], newestFirst(shown));
    const query = {
      collection: shown.id,
      perPage: PAGE_SIZE,
      sort,
      filter: '',
      ...expandAndFields(shown, [shown]),
    };
    expect(recordRequests(shown, [shown]).map((request) => requestUrl(request).slice(1))).toEqual([
      await pathOf(() => countRecords(shown.id, '')),
      await pathOf(() => listRecords({ ...query, page: 1 })),
    ]);
  });
});
