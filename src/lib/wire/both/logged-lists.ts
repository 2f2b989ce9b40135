/* The requests for lists of records that the log has, to find slow ones. */
import type { LogEntry } from '#domain/backend/log.ts';
import type { ListRequest } from '#domain/logs/list-requests.ts';

/** For the entries of {@link listRequestOf}. */
export const LIST_REQUESTS =
  '(data.type="request"&&data.method="GET"&&data.status<300&&data.url~"/api/collections/%/records%")';

/** What is read of them. */
export const LIST_FIELDS = 'id,data.type,data.url,data.execTime,data.auth';

const ADDRESS = /^\/api\/collections\/([^/?]+)\/records\/?(?:\?(.*))?$/s;
/** No others are sent again: a log has addresses that anybody may have typed. */
const PARAMS = ['page', 'perPage', 'sort', 'filter', 'expand', 'fields', 'skipTotal'];

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The request for a list that an entry describes; undefined for any other entry. */
export function listRequestOf({ request }: LogEntry): ListRequest | undefined {
  const [, name, query] = ADDRESS.exec(request?.address ?? '') ?? [];
  if (name === undefined || request?.duration === undefined) return undefined;
  const sent = new URLSearchParams(query);
  const params = PARAMS.flatMap((param) => {
    const value = sent.get(param);
    return value ? [[param, value]] : [];
  });
  return {
    collection: decoded(name),
    params: Object.fromEntries(params),
    ms: request.duration,
    isByAdmin: request.isByAdmin,
  };
}
