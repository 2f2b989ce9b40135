import { type CallOptions, toApiError } from '#api/client.ts';
import { findListedRecords } from '#api/records/pick.ts';
import { saveRecord } from '#api/records/record.ts';
import type { ApiError } from '#domain/app/api-error.ts';
import { isObject } from '#domain/app/is-object.ts';
import { ownOf } from '#domain/app/own.ts';
import { type FormValues, listOf } from '#domain/field-types/form-value.ts';
import { createBody, updateBody } from '#domain/records/panel/body.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import type { RecordSource } from '#domain/records/panel/record-source.ts';

/** Values of a record to store. */
export interface SentRecord {
  /** Id of the collection. */
  readonly collection: string;
  readonly fields: readonly FormField[];
  readonly values: FormValues;
  /** What is stored now, undefined for a record to create. */
  readonly stored?: { readonly id: string; readonly values: FormValues };
}

const MISSING = 'validation_missing_rel_records';

/** The relations that a refusal names because they refer to records that do not exist. */
const refusedRelations = ({ body }: ApiError, fields: readonly FormField[]): FormField[] =>
  fields.filter(({ name, kind }) => {
    const problem = ownOf(body.data, name);
    return kind === 'relation' && isObject(problem) && problem['code'] === MISSING;
  });

/** The stored values without the texts that change, so that these are sent with their line breaks and milliseconds. */
function exactBase(fields: readonly FormField[], stored: FormValues, values: FormValues): FormValues {
  const isText = ({ kind }: FormField) => kind === 'text' || kind === 'editor' || kind === 'date';
  const changed = fields.filter(
    (field) => isText(field) && ownOf(stored, field.name) !== ownOf(values, field.name),
  );
  const names = new Set(changed.map(({ name }) => name));
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !names.has(name)));
}

function send({ collection, fields, values, stored }: SentRecord, options: CallOptions) {
  const parts = stored
    ? updateBody(fields, exactBase(fields, stored.values, values), values)
    : createBody(fields, values);
  return stored && !parts.length ? undefined : saveRecord({ collection, id: stored?.id, parts }, options);
}

/** What the backend has not stored of a record, as names of fields. */
export interface Unsent {
  /** Relations without references to records that somebody else has deleted. */
  readonly dangling: readonly string[];
  /** Fields that the collection does not have any more: the backend ignores their values. */
  readonly ignored: readonly string[];
}

/** Names of the fields that a record lacks because the collection does not have them any more. */
export const ignoredIn = (saved: RecordSource | undefined, fields: readonly FormField[]): string[] =>
  fields
    .filter(({ field, name }) => field && saved && !Object.hasOwn(saved.record, name))
    .map(({ name }) => name);

/** Creates or updates a record, without references to records that somebody else has deleted. Throws ApiError. */
export async function sendExisting(sent: SentRecord, options: CallOptions): Promise<Unsent> {
  try {
    return { dangling: [], ignored: ignoredIn(await send(sent, options), sent.fields) };
  } catch (thrown) {
    const refused = refusedRelations(toApiError(thrown), sent.fields);
    if (!refused.length) throw thrown;
    const found = await Promise.all(
      refused.map(async ({ name, field }) => {
        const ids = listOf(ownOf(sent.values, name));
        const query = {
          collection: String(field?.options['collectionId']),
          filter: '',
          expand: '',
          fields: 'id',
        };
        const existing = new Set((await findListedRecords(query, ids, options)).map(({ id }) => id));
        return [name, ids.filter((id) => existing.has(id))] as const;
      }),
    );
    const values = { ...sent.values, ...Object.fromEntries(found) };
    const ignored = ignoredIn(await send({ ...sent, values }, options), sent.fields);
    return { dangling: refused.map(({ name }) => name), ignored };
  }
}
