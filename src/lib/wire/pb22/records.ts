/* Records, as they are asked for and sent. */
import type { ApiRequest, BackendRequest, RecordsQuery } from '#domain/backend/request.ts';
import { expandAndFields, type ListedCollection, PAGE_SIZE } from '#domain/records/list-query.ts';
import { listRequest, totalQuery } from './answers.ts';

const listPath = (collection: string) => `collections/${encodeURIComponent(collection)}/records`;

export const NEWEST_FIRST = '-created';
/** The sort of a list at first: views start unsorted. */
export const newestFirst = ({ type }: Pick<ListedCollection, 'type'>): string =>
  type === 'view' ? '' : NEWEST_FIRST;

/** What live updates say of a record: they are hints, and values may be large or secret. */
export const EVENT_FIELDS = 'id,updated';

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

/** As `stores/records/list.ts` begins. No collection has an id with these characters, which may lead elsewhere. */
export const recordRequests = (
  collection: ListedCollection,
  collections: readonly ListedCollection[],
): readonly ApiRequest[] =>
  /^[^./\\]+$/.test(collection.id)
    ? [
        countRequest(collection.id, ''),
        recordsRequest({
          collection: collection.id,
          page: 1,
          perPage: PAGE_SIZE,
          sort: newestFirst(collection),
          filter: '',
          ...expandAndFields(collection, collections),
        }),
      ]
    : [];

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
