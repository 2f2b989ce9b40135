import { type ApiRequest, requestUrl } from './api-requests.ts';

/**
 * The longest query of a list of records, in bytes: since 0.22.25 the backend refuses a longer one, also from an
 * administrator. It does not tell its version, so every request keeps to it.
 */
export const MAX_QUERY = 2048;

/**
 * The bytes of a query as the backend counts them. It encodes the whole query again, as Go does: a space is `+`, and
 * `!'()*`, which a browser leaves alone, have three bytes each.
 */
export const queryLength = (query: NonNullable<ApiRequest['query']>): number =>
  requestUrl({ path: '', query })
    .slice(1)
    .replaceAll('%20', '+')
    .replace(/[!'()*]/g, '%00').length;
