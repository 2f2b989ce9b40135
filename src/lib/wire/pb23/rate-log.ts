/* What the log says of requests, to find out which of them rate limits would refuse. */
import { parseDate } from '#domain/app/date.ts';
import { type LogEntry, memberOf } from '#domain/backend/log.ts';
import type { RateRequest } from '#domain/settings/rate-search.ts';
import { REQUESTS } from '../both/logs.ts';
import { ADMINISTRATOR } from './identities.ts';

/** For all requests but those of administrators, which are never limited. */
export const limitedRequests = (): string => `${REQUESTS}&&data.auth!="${ADMINISTRATOR}"`;

/** What is read of the entries. */
export const RATE_FIELDS = 'id,created,data.type,data.method,data.url,data.auth,data.userIP,data.execTime';

/** Undefined for an entry of anything else. */
export function readRateRequest(entry: LogEntry): RateRequest | undefined {
  const { request } = entry;
  const time = parseDate(entry.time)?.getTime();
  if (!request?.method || !request.address || time === undefined) return undefined;
  const address = memberOf(entry, 'client')?.value;
  return {
    method: request.method,
    path: request.address.replace(/\?.*$/s, ''),
    caller: request.isByAdmin ? 'administrator' : memberOf(entry, 'who')?.value ? 'user' : 'guest',
    // It is counted when it comes, and logged when it is answered.
    time: time - (request.duration ?? 0),
    address: typeof address === 'string' ? address : '',
  };
}
