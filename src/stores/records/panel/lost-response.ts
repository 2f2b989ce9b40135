import type { CallOptions } from '#api/client.ts';
import { getRecord, listNewest } from '#api/records/record.ts';
import { ApiError, isOutcomeUnknown } from '#domain/app/api-error.ts';
import type { Collection } from '#domain/collections/collection.ts';
import type { FormValues } from '#domain/field-types/form-value.ts';
import { formFieldsOf } from '#domain/records/panel/fields.ts';
import type { RecordSource } from '#domain/records/panel/record-source.ts';
import { isSavedDuplicate } from '#domain/records/panel/saved-duplicate.ts';
import { followSchema } from '#domain/records/panel/schema-change.ts';
import { confirm } from '#stores/app/confirm.ts';

/** Number of records among which the sent one is searched. */
const NEWEST = 30;

/** A new record that was sent and may be stored. */
export interface Found {
  readonly source: RecordSource;
  /** The values of the form when it was sent. */
  readonly sent: FormValues;
}

/** Prevents that a new record is created twice because the response to the first request was lost. */
export interface LostResponse {
  /** Call after a failed request; `sent` are the values of the form for this state of the collection. */
  readonly failed: (thrown: unknown, sent: FormValues, collection: Collection) => void;
  /**
   * Call before another request: looks for the record of the last one and asks whether to continue with it.
   * Undefined when there is none; false when the user declines: send nothing then, and the next save creates another
   * record. Throws ApiError.
   */
  readonly find: (collection: Collection, options: CallOptions) => Promise<Found | false | undefined>;
}

/** The sent values, by the current names of their fields. */
function valuesIn(collection: Collection, sent: { values: FormValues; collection: Collection }): FormValues {
  const [before, after] = [formFieldsOf(sent.collection, true), formFieldsOf(collection, true)];
  return followSchema({ fields: before, base: sent.values, values: sent.values }, after, true).values;
}

const question = ({ record }: RecordSource) =>
  [
    'The last try got no response, but a record with these values is stored:',
    `id ${record.id}, created ${String(record['created'])}.`,
    'Do you want to go on with it? If not, saving again creates another one.',
  ].join(' ');

/** Creates the check for one panel. */
export function createLostResponse(): LostResponse {
  let sent: { readonly values: FormValues; readonly collection: Collection } | undefined;
  return {
    failed: (thrown, values, collection) => {
      if (thrown instanceof ApiError && isOutcomeUnknown(thrown)) sent = { values, collection };
    },
    find: async (collection, options) => {
      if (!sent) return undefined;
      const values = valuesIn(collection, sent);
      const newest = await listNewest(collection.id, NEWEST, options);
      const duplicate = newest.find((stored) => isSavedDuplicate(collection, values, stored));
      // Requested alone, because a list rounds numbers.
      const source = duplicate && (await getRecord(collection.id, duplicate.record.id, options));
      sent = undefined;
      if (!source) return undefined;
      return (await confirm(question(source))) && { source, sent: values };
    },
  };
}
