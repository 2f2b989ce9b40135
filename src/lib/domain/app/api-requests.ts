/* The requests that a page may begin with: the first script and the client must build the same addresses. */

/** Of method GET; the query in this order. */
export interface ApiRequest {
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
}

interface PageQuery {
  /** Counted from 1. */
  readonly page: number;
  readonly perPage: number;
  readonly sort: string;
  readonly filter?: string;
}

/** Without the address of the backend. */
export function requestUrl({ path, query = {} }: ApiRequest): string {
  const parameters = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return parameters ? `${path}?${parameters}` : path;
}

/** Without the number of all items: counting takes long. */
const listRequest = (path: string, { page, perPage, ...query }: PageQuery): ApiRequest => ({
  path: `/api/${path}`,
  query: { page, perPage, skipTotal: 1, ...query },
});

export const SIGN_IN_PATH = '/api/admins/auth-with-password';

export const settingsRequest: ApiRequest = { path: '/api/settings' };
export const backupsRequest: ApiRequest = { path: '/api/backups' };
/** A page of all collections, sorted by name. */
export const collectionsRequest = (page: number, perPage: number): ApiRequest =>
  listRequest('collections', { page, perPage, sort: '+name' });
export const adminsRequest = (query: PageQuery): ApiRequest => listRequest('admins', query);
export const logsRequest = (query: PageQuery & { readonly fields?: string }): ApiRequest =>
  listRequest('logs', query);
/** The number of matching log entries per hour. */
export const logStatsRequest = (filter: string): ApiRequest => ({
  path: '/api/logs/stats',
  query: { filter },
});

const recordsPath = (collection: string) => `collections/${encodeURIComponent(collection)}/records`;

export interface RecordsQuery extends PageQuery {
  readonly collection: string;
  readonly filter: string;
  readonly expand: string;
  readonly fields: string;
}

export const recordsRequest = ({ collection, ...query }: RecordsQuery): ApiRequest =>
  listRequest(recordsPath(collection), query);

/** The number of records that match a filter. */
export const countRequest = (collection: string, filter: string): ApiRequest => ({
  path: `/api/${recordsPath(collection)}`,
  query: { page: 1, perPage: 1, filter, fields: 'id' },
});

/** With the number of all. */
export const countedRecordsRequest = ({ collection, ...query }: RecordsQuery): ApiRequest => ({
  path: `/api/${recordsPath(collection)}`,
  query: { ...query },
});

/** The number of log entries that match a filter. */
export const logCountRequest = (filter: string): ApiRequest => ({
  ...countRequest('', filter),
  path: '/api/logs',
});
