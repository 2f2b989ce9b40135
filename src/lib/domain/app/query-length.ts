import { type ApiRequest, requestUrl } from '#domain/backend/request.ts';

/** In bytes, of a list of records. Since 0.22.25 the backend refuses longer ones, and does not tell its version. */
export const MAX_QUERY = 2048;

/** In bytes as the backend counts: it encodes again, as Go does, a space as `+` and `!'()*` with three bytes each. */
export const queryLength = (query: NonNullable<ApiRequest['query']>): number =>
  requestUrl({ path: '', query })
    .slice(1)
    .replaceAll('%20', '+')
    .replace(/[!'()*]/g, '%00').length;
