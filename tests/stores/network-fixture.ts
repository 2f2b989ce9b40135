import { onTestFinished } from 'vitest';

interface Sent {
  readonly method: string;
  readonly path: string;
}
type Fits = (request: Sent) => boolean;
type Handler = (
  request: Sent,
  send: () => Promise<Response>,
  signal?: AbortSignal | null,
) => Promise<Response>;

/** Puts a handler between the page and the backend for the rest of the test, or until it is stopped. */
function between(handle: Handler): () => void {
  const real = globalThis.fetch;
  let isOn = true;
  globalThis.fetch = (url, init) => {
    const request = { method: init?.method ?? 'GET', path: new URL(String(url)).pathname };
    const send = () => real(url, init);
    return isOn ? handle(request, send, init?.signal) : send();
  };
  onTestFinished(() => {
    globalThis.fetch = real;
  });
  return () => {
    isOn = false;
  };
}

/** Answers fitting requests with a refusal in place of the backend, until it is stopped. */
export function refuse(fits: Fits, message: string, status = 400, data: object = {}): () => void {
  return between(async (request, send) =>
    fits(request) ? Response.json({ code: status, message, data }, { status }) : send(),
  );
}

/**
 * Keeps fitting requests from the backend until they are let through, or only their answers from the page; an
 * aborted one fails at once.
 */
export function hold(fits: Fits, what: 'requests' | 'answers' = 'requests') {
  const { promise: held, resolve: letThrough } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const stop = between(async (request, send, signal) => {
    if (!fits(request)) return send();
    const answer = what === 'answers' ? await send() : undefined;
    arrive();
    const aborted = new Promise<never>((_resolve, reject) => {
      const fail = () => reject(new DOMException('Aborted.', 'AbortError'));
      if (signal?.aborted) fail();
      signal?.addEventListener('abort', fail);
    });
    await Promise.race([held, aborted]);
    return answer ?? send();
  });
  return {
    /** The first of them was sent, or answered. */
    arrived,
    letThrough: () => {
      letThrough();
      stop();
    },
  };
}

/** Notes every request that is sent, as `GET /api/collections`, until it is stopped. */
export function watch() {
  const sent: string[] = [];
  const stop = between((request, send) => {
    sent.push(`${request.method} ${request.path}`);
    return send();
  });
  return { sent, stop };
}
