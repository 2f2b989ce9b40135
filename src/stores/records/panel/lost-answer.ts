import type { CallOptions } from '#api/client.ts';
import { getRecord, listNewest } from '#api/records/record.ts';
import { ApiError } from '#domain/app/api-error.ts';
import type { Collection } from '#domain/collections/collection.ts';
import type { FormValues } from '#domain/field-types/form-value.ts';
import { formFieldsOf } from '#domain/records/panel/fields.ts';
import type { RecordSource } from '#domain/records/panel/record-source.ts';
import { isSavedDuplicate } from '#domain/records/panel/saved-duplicate.ts';
import { followSchema } from '#domain/records/panel/schema-change.ts';
import { confirm } from '#stores/app/confirm.ts';

/** Records looked through for the one that was sent. */
const NEWEST = 30;

/** Answers that don't tell what became of the request: none at all, and those of a proxy in between. */
const UNKNOWN = new Set([0, 502, 503, 504]);

/** A new record that was sent and may be stored. */
export interface Found {
  readonly source: RecordSource;
  /** What the form held when it was sent. */
  readonly sent: FormValues;
}

/** Keeps a new record from being created twice when the answer to its first try was lost. */
export interface LostAnswer {
  /** Tells of a try that failed; `sent` is what the form held for this state of the collection. */
  readonly failed: (thrown: unknown, sent: FormValues, collection: Collection) => void;
  /**
   * Before another try: looks for the record of the last one and asks whether to go on with it. `undefined`
   * when there is nothing to ask about, `false` when the user does not want it: nothing is to be sent then,
   * and the next try creates another. Throws ApiError.
   */
  readonly find: (collection: Collection, options: CallOptions) => Promise<Found | false | undefined>;
}

/** What was sent, under the names that its fields have now. */
function valuesIn(collection: Collection, sent: { values: FormValues; collection: Collection }): FormValues {
  const [before, after] = [formFieldsOf(sent.collection, true), formFieldsOf(collection, true)];
  return followSchema({ fields: before, base: sent.values, values: sent.values }, after, true).values;
}

const question = ({ record }: RecordSource) =>
  [
    'The last try got no answer, but a record with these values is stored:',
    `id ${record.id}, created ${String(record['created'])}.`,
    'Do you want to go on with it? If not, saving again creates another one.',
  ].join(' ');

/** Makes the memory of one panel. */
export function createLostAnswer(): LostAnswer {
  let sent: { readonly values: FormValues; readonly collection: Collection } | undefined;
  return {
    failed: (thrown, values, collection) => {
      if (thrown instanceof ApiError && UNKNOWN.has(thrown.status)) sent = { values, collection };
    },
    find: async (collection, options) => {
      if (!sent) return undefined;
      const values = valuesIn(collection, sent);
      const newest = await listNewest(collection.id, NEWEST, options);
      const duplicate = newest.find((stored) => isSavedDuplicate(collection, values, stored));
      // Asked for alone: a list rounds numbers.
      const source = duplicate && (await getRecord(collection.id, duplicate.record.id, options));
      sent = undefined;
      if (!source) return undefined;
      return (await confirm(question(source))) && { source, sent: values };
    },
  };
}
