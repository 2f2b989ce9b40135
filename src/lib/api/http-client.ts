import { fetchOrTake } from '#browser/early.ts';
import { type ApiRequest, requestUrl } from '#domain/app/api-requests.ts';
import { type ApiPath, apiPath, checkedPath } from './path.ts';
import { asRequestError, RequestError } from './request-error.ts';
import { checkedFetch } from './response.ts';

export interface SendOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** In this order. */
  readonly query?: ApiRequest['query'];
  readonly headers?: Readonly<Record<string, string>>;
  /** A form, or any other object as JSON. */
  readonly body?: object;
  readonly signal: AbortSignal;
  /** Sends the request, for example with the progress of an upload. By default, it may have been sent already. */
  readonly fetch?: typeof fetch;
}

/**
 * Sends requests to one backend, with the token of a session if there is one. The SDK (`sdk.ts`) does so too, but
 * adds 7 kB to the first load, and takes a response that it can't read for an empty one.
 */
export class HttpClient<Session extends { readonly token: string } = { readonly token: string }> {
  /** @param baseUrl of the backend, absolute */
  constructor(
    public baseUrl: string,
    readonly session: Session,
  ) {}

  /**
   * Sends a request to exactly this path, which is checked. The JSON of its response is a list if one was requested,
   * else any object or array, and not checked further; `{}` for a response without content. Throws RequestError.
   */
  async send<T = unknown>(
    path: ApiPath,
    { method = 'GET', query, headers, body, signal, fetch: send = fetchOrTake }: SendOptions,
  ): Promise<T> {
    const checked = typeof path === 'string' ? checkedPath(path) : apiPath(...path);
    const target = requestUrl({ path: checked, ...(query && { query }) });
    const request = checkedFetch(this.baseUrl, method, send);
    const isForm = body instanceof FormData;
    const { token } = this.session;
    try {
      const response = await request(this.baseUrl.replace(/\/$/, '') + target, {
        method,
        headers: {
          ...(!isForm && { 'Content-Type': 'application/json' }),
          'Accept-Language': navigator.language,
          ...(token && { Authorization: token }),
          ...headers,
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
        signal,
      });
      const data = await response.json().catch(() => ({}));
      if (response.ok) return data;
      const isOutdated = this.session.token !== token;
      throw new RequestError({ url: response.url, status: response.status, response: data, isOutdated });
    } catch (error) {
      throw asRequestError(error);
    }
  }
}
