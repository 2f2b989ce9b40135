import { beforeAll, describe, expect, test, vi } from 'vitest';
import { signIn } from '#api/auth/admins.ts';
import { api, type Client, call, type SendOptions, toApiError } from '#api/client.ts';
import { requestCollections } from '#api/collections/collections.ts';
import { sdk } from '#api/sdk.ts';
import { ApiError, isOutcomeUnknown, isRefusal } from '#domain/app/api-error.ts';
import { createLatest } from '#stores/base/running.ts';
import { createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { closedPort } from '#tests/support/listen.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { backend, browser, watchCalls } from './client-fixture.ts';

beforeAll(async () => {
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
});

/** Resolves to the error that the call threw; fails when the call succeeded. */
async function failure(run: Promise<unknown>): Promise<ApiError> {
  try {
    await run;
  } catch (thrown) {
    if (thrown instanceof ApiError) return thrown;
    throw thrown;
  }
  throw new Error('The call did not fail.');
}

describe('headers and bodies', () => {
  test.each<[string, (path: string, body: object) => Promise<unknown>]>([
    [
      'the page',
      (path, body) => call((client, signal) => client.send(path, { method: 'POST', body, signal })),
    ],
    ['the SDK', (path, body) => sdk(api()).send(path, { method: 'POST', body })],
  ])('[AU-06] %s sends the raw token, the language and JSON', async (_who, post) => {
    const calls = watchCalls();
    const collection = await createCollection(backend().api, {
      name: uniqueName('plain'),
      fields: [field('title', 'text')],
    });
    calls.length = 0;
    await post(`/api/collections/${collection.name}/records`, { title: 'a' });
    const [sent] = calls;
    expect(sent?.headers.get('Authorization')).toBe(api().session.token);
    expect(sent?.headers.get('Accept-Language')).toBe(navigator.language);
    expect(sent?.headers.get('Content-Type')).toBe('application/json');
    expect(sent?.body).toEqual({ title: 'a' });
  });

  test('[AU-06] sends a form when there is a file', async () => {
    const { name } = await createCollection(backend().api, {
      name: uniqueName('filed'),
      fields: [field('title', 'text'), field('cover', 'file')],
    });
    const calls = watchCalls();
    const created = await sdk(api())
      .collection(name)
      .create({ title: 'a', cover: new File(['text'], 'note.txt') });
    expect(created['cover']).toMatch(/^note_\w+\.txt$/);
    expect(calls[0]?.body).toBeInstanceOf(FormData);
    // The browser itself sets the type, with the boundary.
    expect(calls[0]?.headers.get('Content-Type')).toBeNull();
  });
});

describe('auto-cancel', () => {
  test('[AU-07] the newer of two identical calls cancels the older', async () => {
    const users = createLatest();
    const run = () =>
      call((client, signal) => sdk(client).collection('users').getList(1, 30, { signal }), {
        signal: users.begin(),
      });
    const first = failure(run());
    const second = run();
    expect((await first).isAbort).toBe(true);
    expect((await second).page).toBe(1);
  });

  test('[AU-07] a call cancels an older one of the same kind, but not one of another kind', async () => {
    const [kind, otherKind] = [createLatest(), createLatest()];
    const first = failure(
      call((client, signal) => sdk(client).collection('users').getList(1, 1, { signal }), {
        signal: kind.begin(),
      }),
    );
    const list = (signal: AbortSignal) =>
      call((client, sent) => sdk(client).collections.getList(1, 1, { signal: sent }), { signal });
    const second = list(kind.begin());
    const third = list(otherKind.begin());
    expect((await first).isAbort).toBe(true);
    expect((await second).items).toHaveLength(1);
    expect((await third).items).toHaveLength(1);
  });

  test('[AU-07] calls without a signal do not cancel each other', async () => {
    const run = () => call((client, signal) => sdk(client).collection('users').getList(1, 1, { signal }));
    await expect(Promise.all([run(), run(), run()])).resolves.toHaveLength(3);
  });
});

describe('defaults', () => {
  test('[AU-08] a list requests page 1 with 30 items, a full list batches of 500', async () => {
    const calls = watchCalls();
    await sdk(api()).collection('users').getList();
    await sdk(api()).collection('users').getFullList();
    expect(calls.map(({ query }) => query)).toEqual([
      { page: '1', perPage: '30' },
      { page: '1', perPage: '500', skipTotal: '1' },
    ]);
  });

  test('[API-01] a full list asks for pages until one is short', async () => {
    const names = [uniqueName('listed'), uniqueName('listed'), 'users'];
    for (const name of names.slice(0, 2))
      await createCollection(backend().api, { name, fields: [field('a')] });
    const calls = watchCalls();
    const all = (await requestCollections(2, {})) as { name: string }[];
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    const pages = Array.from({ length: Math.floor(all.length / 2) + 1 }, (_, index) => String(index + 1));
    expect(calls.map(({ query }) => query)).toEqual(
      pages.map((page) => ({ page, perPage: '2', skipTotal: '1', sort: '+name' })),
    );
  });

  test('[AU-08] a missing first item is a 404 error', async () => {
    const error = await failure(
      call((client) => sdk(client).collection('users').getFirstListItem('username="nobody"')),
    );
    expect(error.status).toBe(404);
    expect(error.message).toBe("The requested resource wasn't found.");
  });
});

describe('errors', () => {
  test('[ER-10] a rejected call throws its address, status and message', async () => {
    const error = await failure(call((client) => sdk(client).collection('users').getOne('nobody')));
    expect(error).toMatchObject({
      url: `${backend().url}/api/collections/users/records/nobody`,
      status: 404,
      text: "The requested resource wasn't found.",
      problems: [],
      isAbort: false,
    });
  });

  test('[ER-10] field errors are its problems', async () => {
    const { name } = await createCollection(backend().api, {
      name: uniqueName('strict'),
      fields: [field('title', 'text', { isRequired: true })],
    });
    const error = await failure(call((client) => sdk(client).collection(name).create({})));
    expect(error.status).toBe(400);
    expect(error.problems).toEqual([{ path: 'title', reason: undefined, text: 'Missing required value.' }]);
  });

  test('[ER-10] an aborted call throws an abort error', async () => {
    const aborting = new AbortController();
    const pending = failure(
      call((client, signal) => client.send('/api/health', { signal }), { signal: aborting.signal }),
    );
    aborting.abort();
    expect(await pending).toMatchObject({ isAbort: true, message: 'The request was autocancelled.' });
  });

  test.each<[string, (client: Client, options: SendOptions) => Promise<unknown>]>([
    ['one response', (client, options) => client.send('/api/health', options)],
    [
      'all pages of a list',
      (client, { signal, fetch }) => sdk(client).collections.getFullList({ signal, ...(fetch && { fetch }) }),
    ],
  ])('[ER-10] aborting %s while it arrives throws an abort error', async (_what, run) => {
    const aborting = new AbortController();
    const partial: typeof fetch = async () => {
      const body = new ReadableStream({
        pull(stream) {
          aborting.abort();
          stream.error(aborting.signal.reason);
        },
      });
      return new Response(body);
    };
    const { signal } = aborting;
    const error = await failure(
      call((client, sent) => run(client, { signal: sent, fetch: partial }), { signal }),
    );
    expect(error).toMatchObject({ isAbort: true, status: 0, message: 'The request was autocancelled.' });
  });

  test('[ER-10] an error of the signal itself becomes an abort error, other DOM exceptions do not', () => {
    const { reason } = AbortSignal.abort();
    expect(toApiError(reason)).toMatchObject({
      isAbort: true,
      status: 0,
      message: 'The request was autocancelled.',
    });
    expect(toApiError(new DOMException('Full.', 'QuotaExceededError'))).toMatchObject({
      isAbort: false,
      message: 'Full.',
    });
  });

  test('[ER-10] any other thrown value becomes an error that leaves open what the request has changed', () => {
    const error = toApiError(new TypeError('x is undefined'));
    expect(error).toMatchObject({
      status: 400,
      message: 'x is undefined',
      problems: [],
      isAbort: false,
    });
    expect(isRefusal(error)).toBe(false);
    expect(isOutcomeUnknown(error)).toBe(true);
    expect(toApiError('no error at all').message).toBe('Something went wrong while processing your request.');
  });

  test.each([
    ['127.0.0.1', false],
    ['localhost', true],
  ])(
    '[ER-06][ER-11] a refused connection to %s is an error that suggests what to try',
    async (host, hasHint) => {
      vi.resetModules();
      browser.backend = `http://${host}:${await closedPort()}`;
      const fresh = await import('#api/client.ts');
      const error: unknown = await fresh
        .call((client, signal) => client.send('/api/health', { signal }))
        .catch((thrown: unknown) => thrown);
      browser.backend = backend().url;
      expect(error).toMatchObject({ status: 0, isAbort: false });
      const { message } = error as Error;
      expect(message).toMatch(
        /^Something went wrong while processing your request\. .*check that it is running/,
      );
      expect(message.includes('try 127.0.0.1 instead')).toBe(hasHint);
    },
  );
});
