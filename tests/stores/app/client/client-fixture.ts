import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { browser } from '#tests/support/browser-stub.ts';

export { browser };

let running: Backend | undefined;

/** The backend of this file's tests, to which the API client connects. */
export function backend(): Backend {
  if (!running) throw new Error('The backend only runs during tests.');
  return running;
}

/** A request as it was sent. */
export interface SentCall {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly headers: Headers;
  readonly body: unknown;
}

const realFetch = globalThis.fetch;

function parseCall(input: RequestInfo | URL, init: RequestInit = {}): SentCall {
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

/** Records every request until the test ends and forwards it to the backend. */
export function watchCalls(): SentCall[] {
  const calls: SentCall[] = [];
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    calls.push(parseCall(input, init));
    return realFetch(input, init);
  });
  return calls;
}

/** Answers every request instead of the backend until the test ends. */
export function answerCalls(answer: (call: SentCall) => unknown): void {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) =>
    Response.json(await answer(parseCall(input, init))),
  );
}

beforeAll(async () => {
  running = await startPocketBase();
  browser.backend = running.url;
});
afterEach(() => void vi.unstubAllGlobals());
afterAll(() => running?.stop());
