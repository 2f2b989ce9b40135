import { afterEach, vi } from 'vitest';
import { backend } from '#tests/stores/backend-fixture.ts';
import { browser } from '#tests/support/browser-stub.ts';

export { backend, browser };

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

afterEach(() => void vi.unstubAllGlobals());
