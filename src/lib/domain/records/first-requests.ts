import { type ApiRequest, countRequest, recordsRequest } from '#domain/app/api-requests.ts';
import { defaultSort, expandAndFields, type ListedCollection, PAGE_SIZE } from './list-query.ts';

/** What a tab remembers of the list shown last. */
export interface RememberedList {
  /** Id of the collection. */
  readonly id: string;
  readonly requests: readonly ApiRequest[];
}

/**
 * The count and the first page of a collection's records in their initial sort (`stores/records/list.ts`). No collection
 * has an id with these characters; in an address it could lead to another path.
 */
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
          sort: defaultSort(collection),
          filter: '',
          ...expandAndFields(collection, collections),
        }),
      ]
    : [];
