/* What is asked of a backend: a wire says it in the words of one line of backends, and transport sends it. */

/** A path of the API, or the names after `/api/` that are its segments. */
export type ApiPath = string | readonly string[];

/** Of method GET, as a page may begin with it; the query in this order. */
export interface ApiRequest {
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
}

export interface BackendRequest {
  readonly path: ApiPath;
  /** By default GET. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** In this order. */
  readonly query?: ApiRequest['query'];
  /** A form, or any other object as JSON. */
  readonly body?: object;
}

export interface PageQuery {
  /** Counted from 1. */
  readonly page: number;
  readonly perPage: number;
  readonly sort: string;
  readonly filter?: string;
}

export interface RecordsQuery extends PageQuery {
  readonly collection: string;
  readonly filter: string;
  readonly expand: string;
  readonly fields: string;
}

/** Without the address of the backend. */
export function requestUrl({ path, query = {} }: ApiRequest): string {
  const parameters = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return parameters ? `${path}?${parameters}` : path;
}
