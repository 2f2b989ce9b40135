import { backendUrl } from '#browser/backends.ts';
import { abortEarly } from '#browser/early.ts';
import {
  NO_RESPONSE_MESSAGE,
  READ_TIMEOUT,
  tooManyMessage,
  UNREADABLE_MESSAGE,
  UNREADABLE_WRITE_HINT,
} from '#domain/app/api-error.ts';
import { isObject, type JsonObject, members, text } from '#domain/app/lenient.ts';
import { noteClock } from './clock.ts';
import { RequestError } from './request-error.ts';

const withoutStatus = (url: string, message: string) => new RequestError({ url, response: { message } });

/** The error of a response that is not the backend's. Status 0, as without one: what was changed is unknown. */
export function unreadable(url: string, isWrite: boolean): RequestError {
  return withoutStatus(url, isWrite ? `${UNREADABLE_MESSAGE} ${UNREADABLE_WRITE_HINT}` : UNREADABLE_MESSAGE);
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    // Aborted, by its owner or by the timeout.
    if (error instanceof DOMException) throw error;
    return undefined;
  }
}

/** A `fetch` whose whole response has to arrive within {@link READ_TIMEOUT}. */
function withTimeout(send: typeof fetch): typeof fetch {
  return async (input, init = {}) => {
    const timeout = AbortSignal.timeout(READ_TIMEOUT);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    try {
      return await send(input, { ...init, signal });
    } catch (error) {
      if (!timeout.aborted || init.signal?.aborted) throw error;
      throw withoutStatus(String(input), NO_RESPONSE_MESSAGE);
    }
  };
}

/** Every list of the backend is requested by pages, and only lists are. */
const isList = (url: string): boolean => /[?&]perPage=/.test(url);

function isExpected(body: unknown, url: string): boolean {
  if (isList(url)) return isObject(body) && Array.isArray(body['items']);
  return typeof body === 'object' && body !== null;
}

/** Checks a response and reads its JSON; throws when a successful one has none, or that of another server. */
async function checkResponse(response: Response, url: string, isWrite: boolean): Promise<Response> {
  // The backend has no content to send where it responds with 204.
  if (response.status === 204) return response;
  if (!response.ok && response.status !== 429) return response;
  const body = await readJson(response);
  if (response.ok && !isExpected(body, url)) throw unreadable(url, isWrite);
  const hasMessage = response.ok || text(members(body)['message']) !== '';
  const shown = hasMessage ? body : { message: tooManyMessage(response.headers.get('Retry-After')) };
  response.json = async () => shown;
  return response;
}

/**
 * A `fetch` that refuses successful responses which it can't read, such as a page of a proxy: a list would look empty,
 * a save successful. A refusal because of too many requests always has a message.
 */
export function checkedFetch(baseUrl: string, method: string, send: typeof fetch): typeof fetch {
  const isWrite = method !== 'GET';
  // What was requested before may not contain this change.
  if (isWrite) abortEarly();
  const checked: typeof fetch = async (input, init) => {
    const response = await send(input, init);
    // Another backend may have another clock.
    if (baseUrl === backendUrl()) noteClock(response);
    return checkResponse(response, String(input), isWrite);
  };
  // Users stop waiting for a write themselves: an upload may take long.
  return isWrite ? checked : withTimeout(checked);
}

/** A part of the backend's data, such as a record; throws if it has no id, or is another part than was requested. */
export function withId(
  response: unknown,
  { id, collection }: { readonly id?: string | undefined; readonly collection?: string },
  isWrite = false,
): JsonObject {
  const data = members(response);
  const { collectionId } = data;
  const found = readable(text(data['id']) || undefined, isWrite);
  if ((id ?? found) !== found || (collection ?? collectionId) !== collectionId) throw unreadable('', isWrite);
  return data;
}

/** What a wire has read in a response; throws for undefined, because it has found nothing that it can read. */
export function readable<T>(found: T | undefined, isWrite = false): T {
  if (found === undefined) throw unreadable('', isWrite);
  return found;
}
