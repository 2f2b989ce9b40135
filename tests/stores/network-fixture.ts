import { onTestFinished } from 'vitest';
import { checkList } from './limit-lists.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}
type Matcher = (request: Sent) => boolean;
type Handler = (
  request: Sent,
  send: () => Promise<Response>,
  signal?: AbortSignal | null,
) => Promise<Response>;

/** Handles all requests with `handle` until the test ends or the returned function is called. */
function intercept(handle: Handler): () => void {
  const originalFetch = globalThis.fetch;
  let isActive = true;
  globalThis.fetch = (url, init) => {
    checkList(init?.method, String(url));
    const { pathname, searchParams } = new URL(String(url));
    const params = Object.fromEntries(searchParams);
    const request = { method: init?.method ?? 'GET', path: pathname, params };
    const send = () => originalFetch(url, init);
    return isActive ? handle(request, send, init?.signal) : send();
  };
  onTestFinished(() => {
    globalThis.fetch = originalFetch;
  });
  return () => {
    isActive = false;
  };
}

/** Responds to matching requests with an error instead of the backend, until the returned function is called. */
export function rejectRequests(
  matches: Matcher,
  message: string,
  status = 400,
  data: object = {},
): () => void {
  return intercept(async (request, send) =>
    matches(request) ? Response.json({ code: status, message, data }, { status }) : send(),
  );
}

/** Answers matching requests with `answer` instead of the backend, until the returned function is called. */
export function answerRequests(matches: Matcher, answer: () => Response): () => void {
  return intercept(async (request, send) => (matches(request) ? answer() : send()));
}

/**
 * Sends matching requests but loses their responses, as a connection that breaks, until the returned function is
 * called.
 */
export function loseResponses(matches: Matcher): () => void {
  return intercept(async (request, send) => {
    const response = await send();
    if (matches(request)) throw new TypeError('Failed to fetch');
    return response;
  });
}

/** Sends matching requests, and answers with a fault instead, as a hook that fails after a record is stored. */
export function failAfterwards(matches: Matcher, status = 500): () => void {
  return intercept(async (request, send) => {
    const response = await send();
    if (!matches(request)) return response;
    return Response.json({ code: status, message: 'A hook failed.', data: {} }, { status });
  });
}

/**
 * Holds back matching requests, or only their responses, until `release` is called. An aborted request fails
 * immediately.
 */
export function holdRequests(matches: Matcher, what: 'requests' | 'responses' = 'requests') {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const stop = intercept(async (request, send, signal) => {
    if (!matches(request)) return send();
    const response = what === 'responses' ? await send() : undefined;
    arrive();
    const aborted = new Promise<never>((_resolve, reject) => {
      const fail = () => reject(new DOMException('Aborted.', 'AbortError'));
      if (signal?.aborted) fail();
      signal?.addEventListener('abort', fail);
    });
    await Promise.race([held, aborted]);
    return response ?? send();
  });
  return {
    /** Resolves when the first matching request was sent, or its response has arrived. */
    arrived,
    release: () => {
      release();
      stop();
    },
  };
}

/** Records every request, `sent` in the form `GET /api/collections`, until it is stopped. */
export function watchRequests() {
  const sent: string[] = [];
  const requests: Sent[] = [];
  const stop = intercept((request, send) => {
    sent.push(`${request.method} ${request.path}`);
    requests.push(request);
    return send();
  });
  return { sent, requests, stop };
}
