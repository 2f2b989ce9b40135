import type { CallOptions } from '#api/client.ts';
import { getRecord, listNewest } from '#api/records/record.ts';
import type { Collection } from '#domain/collections/collection.ts';
import type { FormValues } from '#domain/field-types/form-value.ts';
import type { RecordSource } from '#domain/records/panel/record-source.ts';
import { isSavedDuplicate } from '#domain/records/panel/saved-duplicate.ts';
import { confirm } from '#stores/app/confirm.ts';

/** Number of records among which the sent one is searched. */
const NEWEST = 30;

const question = ({ record }: RecordSource) =>
  [
    'The last try got no response, but a record with these values is stored:',
    `id ${record.id}, created ${String(record['created'])}.`,
    'Do you want to go on with it? If not, saving again creates another one.',
  ].join(' ');

/**
 * Looks for a new record whose response was lost, so that it is not created twice, and asks whether to go on with it;
 * false when the user declines. `sent` are the values by the names of the collection's fields. Throws ApiError.
 */
export async function findCreated(
  collection: Collection,
  sent: FormValues,
  options: CallOptions,
): Promise<RecordSource | false | undefined> {
  const newest = await listNewest(collection.id, NEWEST, options);
  const duplicate = newest.find((stored) => isSavedDuplicate(collection, sent, stored));
  // Requested alone, because a list rounds numbers.
  const source = duplicate && (await getRecord(collection.id, duplicate.record.id, options));
  return source && (await confirm(question(source))) && source;
}
