/*
 * A record with a number in JSON that no double can hold, such as `1e400`, makes a backend that picks fields refuse a
 * list, or answer with nothing.
 */
import { FALLBACK_MESSAGE, UNREADABLE_MESSAGE } from '#domain/app/api-error.ts';
import type { ApiRequest } from '#domain/backend/request.ts';
import { type CallOptions, type ListResult, sendRequest, toApiError } from '../client.ts';

/** Collections, as they were asked for, with a record whose fields the backend can't pick. */
const whole = new Set<string>();

/** Sends a failed request for a list once more without `fields`, if these could be why; else throws the failure. */
export async function againWithoutFields(
  collection: string,
  request: ApiRequest & { readonly fetch?: typeof fetch },
  thrown: unknown,
  options: CallOptions,
): Promise<ListResult> {
  const { fields: _, ...query } = request.query ?? {};
  const { status, message } = toApiError(thrown);
  // Nothing tells it from a wrong filter, which is far more common.
  const isRefused =
    status === 400 && message === FALLBACK_MESSAGE && (!query['filter'] || whole.has(collection));
  const found =
    isRefused || message === UNREADABLE_MESSAGE
      ? await sendRequest({ ...request, query }, options).catch(() => undefined)
      : undefined;
  if (!found) throw thrown;
  whole.add(collection);
  return found;
}
