/* The port for records. */
import type { ApiRequest } from '#domain/backend/request.ts';
import { expandAndFields, type ListedCollection, PAGE_SIZE } from '#domain/records/list-query.ts';
import { countRequest, recordsRequest } from './both/records.ts';
import { newest } from './newest.ts';

export * from './both/records.ts';
export { newest } from './newest.ts';

/** The sort of a list at first: views start unsorted. */
export const newestFirst = ({ type }: Pick<ListedCollection, 'type'>): string =>
  type === 'view' ? '' : newest();

/** What live updates say of a record: they are hints, and values may be large or secret. */
export const EVENT_FIELDS = 'id,updated';

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
