/* What the first script says to a backend, before any module is there. */
import { MAX_QUERY } from '#domain/app/query-length.ts';
import type { ListedCollection } from '#domain/records/list-query.ts';
import { byLine, lined } from './choose.ts';
import { readListed as read22 } from './pb22/collection-requests.ts';
import { readListed as read23 } from './pb23/collection-requests.ts';
import { MAX_QUERY as MAX_QUERY_23 } from './pb23/max-query.ts';

export { adminsRequest } from './admins-request.ts';
export { backupsRequest } from './both/backups.ts';
export { collectionsRequest } from './both/collection-requests.ts';
export { settingsRequest } from './both/settings.ts';
export {
  isValidAdminToken,
  signInBody,
  signInPath,
} from './identities.ts';
export { logStatsRequest, logsRequest, newestLogs, ownFilter } from './logs.ts';
export { recordRequests } from './records.ts';

/** In bytes, of a list of records. */
export const maxQuery = (): number => byLine(MAX_QUERY, MAX_QUERY_23);

/** What lists depend on, of a page of collections as it was sent. */
export const readListed = /* @__PURE__ */ lined<(page: { items: never }) => ListedCollection[]>(
  read22,
  read23,
);
