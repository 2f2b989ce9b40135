import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { browser } from '#tests/support/browser-stub.ts';

export { browser };

let running: Backend | undefined;

/** The backend of this file's tests; the API client speaks to it. */
export function backend(): Backend {
  if (!running) throw new Error('The backend runs only inside of tests.');
  return running;
}

/** A call as it went over the wire. */
export interface SentCall {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly headers: Headers;
  readonly body: unknown;
}

const realFetch = globalThis.fetch;

function asCall(input: RequestInfo | URL, init: RequestInit = {}): SentCall {
  const url = new URL(String(input));
  const { body } = init;
  return {
    method: init.method ?? 'GET',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: new Headers(init.headers),
    body: typeof body === 'string' ? JSON.parse(body) : body,
  };
}

/** Notes every call from now on until the test ends, and lets it go on to the backend. */
export function watchCalls(): SentCall[] {
  const calls: SentCall[] = [];
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    calls.push(asCall(input, init));
    return realFetch(input, init);
  });
  return calls;
}

/** Answers every call in the backend's place until the test ends. */
export function answerCalls(answer: (call: SentCall) => unknown): void {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) =>
    Response.json(await answer(asCall(input, init))),
  );
}

beforeAll(async () => {
  running = await startPocketBase();
  browser.backend = running.url;
});
afterEach(() => void vi.unstubAllGlobals());
afterAll(() => running?.stop());
