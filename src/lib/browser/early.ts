/** Requests of the page's first script (`routing/early-requests.ts`), whose responses the client takes over. */
export interface EarlyRequests {
  readonly token: string;
  /** When they were sent, in ms since the page began to load. */
  readonly sent: number;
  /** By address. Each is taken once. */
  readonly requests: Map<string, EarlyRequest>;
  /** Addresses that the client has requested: an early request would come too late, and its response stay unused. */
  readonly requested: Set<string>;
}

export interface EarlyRequest {
  readonly response: Promise<Response>;
  readonly controller: AbortController;
}

declare global {
  var atollEarly: EarlyRequests | undefined;
  /** A sign-in that was submitted before the code of its form had loaded, with its values as JSON. */
  var atollSignIn: (EarlyRequest & { readonly url: string; readonly body: string }) | undefined;
}

/** Older responses are not used, in ms. */
const MAX_AGE = 10_000;

/** Sends a request as the client does. */
export function sendEarly(
  url: string,
  { headers, ...init }: { headers?: Record<string, string>; method?: string; body?: string },
): EarlyRequest {
  const controller = new AbortController();
  const response = fetch(url, {
    ...init,
    headers: { ...headers, 'Content-Type': 'application/json', 'Accept-Language': navigator.language },
    signal: controller.signal,
  });
  // Who takes the response over handles the error.
  response.catch(() => {});
  return { controller, response };
}

/** Aborts the early requests that nobody has taken over, because their responses are of no use any more. */
export function abortEarly(): void {
  for (const { controller } of globalThis.atollEarly?.requests.values() ?? []) controller.abort();
  globalThis.atollEarly = undefined;
}

/** Another sign-in replaces the early one. */
function takeSignIn(url: string, body: unknown): EarlyRequest | undefined {
  const early = globalThis.atollSignIn;
  if (early?.url !== url) return undefined;
  globalThis.atollSignIn = undefined;
  if (early.body === body) return early;
  early.controller.abort();
  return undefined;
}

function take(url: string, { method, headers, body }: RequestInit): EarlyRequest | undefined {
  if (method === 'POST') return takeSignIn(url, body);
  const early = globalThis.atollEarly;
  if (!early || method !== 'GET' || performance.now() - early.sent > MAX_AGE) return undefined;
  if (new Headers(headers).get('Authorization') !== early.token) return undefined;
  const request = early.requests.get(url);
  early.requests.delete(url);
  early.requested.add(url);
  return request;
}

/** Like `fetch`, but takes over the early request with the same address, token and values, unless it failed. */
export async function fetchOrTake(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const { signal } = init;
  signal?.throwIfAborted();
  const early = take(String(input), init);
  if (!early) return fetch(input, init);
  const abort = () => early.controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort);
  try {
    return await early.response;
  } catch (error) {
    if (signal?.aborted) throw error;
    // The connection may work by now; if not, this one reports the error.
    return fetch(input, init);
  }
}
