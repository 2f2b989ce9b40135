import { vi } from 'vitest';

type Fits = (request: { readonly method: string; readonly path: string }) => boolean;

const requestOf = (url: RequestInfo | URL, init?: RequestInit) => ({
  method: init?.method ?? 'GET',
  path: new URL(String(url)).pathname,
});

/** Answers fitting requests with a refusal in place of the backend, until it is stopped. */
export function refuse(fits: Fits, message: string, status = 400, data: object = {}): () => void {
  const real = globalThis.fetch;
  const spy = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (url, init) =>
      fits(requestOf(url, init))
        ? Response.json({ code: status, message, data }, { status })
        : real(url, init),
    );
  return () => spy.mockRestore();
}

/** Keeps fitting requests from the backend until they are let through; an aborted one fails at once. */
export function hold(fits: Fits) {
  const real = globalThis.fetch;
  const { promise: held, resolve: letThrough } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (!fits(requestOf(url, init))) return real(url, init);
    arrive();
    const aborted = new Promise<never>((_resolve, reject) => {
      const fail = () => reject(new DOMException('Aborted.', 'AbortError'));
      if (init?.signal?.aborted) fail();
      init?.signal?.addEventListener('abort', fail);
    });
    await Promise.race([held, aborted]);
    return real(url, init);
  });
  return {
    /** The first of them was sent. */
    arrived,
    letThrough: () => {
      letThrough();
      spy.mockRestore();
    },
  };
}

/** Notes every request that is sent, as `GET /api/collections`, until it is stopped. */
export function watch() {
  const sent: string[] = [];
  const real = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    const { method, path } = requestOf(url, init);
    sent.push(`${method} ${path}`);
    return real(url, init);
  });
  return { sent, stop: () => spy.mockRestore() };
}
