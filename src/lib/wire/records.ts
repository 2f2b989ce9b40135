/* The port for records. */
import type { ApiRequest } from '#domain/backend/request.ts';
import { expandAndFields, type ListedCollection, PAGE_SIZE } from '#domain/records/list-query.ts';
import { countRequest, recordsRequest } from './both/records.ts';
import { byLine, lined } from './choose.ts';
import { type FormPart, formParts as fileParts23 } from './pb23/form-parts.ts';

export * from './both/records.ts';

/** The sort by which the newest records of a table come first. Where no date is sure, the order of insertion is. */
export const newest = (): string => byLine('-created', '-@rowid');
/** The sort of a list at first: views start unsorted. */
export const newestFirst = ({ type }: Pick<ListedCollection, 'type'>): string =>
  type === 'view' ? '' : newest();

/** The parts of a form as the backend takes them: an empty `{field}.{name}` removes a file, and a file is added. */
export const formParts = /* @__PURE__ */ lined<(parts: readonly FormPart[]) => readonly FormPart[]>(
  (parts) => parts,
  fileParts23,
);

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
