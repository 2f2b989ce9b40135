/* Records, as they are asked for and sent. */
import type { ApiRequest, BackendRequest, RecordsQuery } from '#domain/backend/request.ts';
import { listRequest, totalQuery } from './answers.ts';

const listPath = (collection: string) => `collections/${encodeURIComponent(collection)}/records`;

export const recordsRequest = ({ collection, ...query }: RecordsQuery): ApiRequest =>
  listRequest(listPath(collection), query);

/** The number of records that match a filter. */
export const countRequest = (collection: string, filter: string): ApiRequest => ({
  path: `/api/${listPath(collection)}`,
  query: totalQuery(filter),
});

/** With the number of all. */
export const countedRecordsRequest = ({ collection, ...query }: RecordsQuery): ApiRequest => ({
  path: `/api/${listPath(collection)}`,
  query: { ...query },
});

const pathOf = (collection: string, id: string | undefined) => [
  ...['collections', collection, 'records'],
  ...(id === undefined ? [] : [id]),
];

/** Reads a record, or without an id the list. */
export const recordRequest = (collection: string, id?: string): BackendRequest => ({
  path: pathOf(collection, id),
});

/** Changes a record, or without an id creates one. */
export const saveRecordRequest = (
  collection: string,
  id: string | undefined,
  body: object,
): BackendRequest => ({ path: pathOf(collection, id), method: id === undefined ? 'POST' : 'PATCH', body });

export const deleteRecordRequest = (collection: string, id: string): BackendRequest => ({
  path: pathOf(collection, id),
  method: 'DELETE',
});
