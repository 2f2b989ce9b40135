import { ownOf } from '#domain/app/own.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { changedFields } from '../records/import/record-body.ts';
import { type FormField, formFieldsOf } from '../records/panel/fields.ts';
import type { RecordSource } from '../records/panel/record-source.ts';
import { readValues } from '../records/panel/values.ts';

/** A record that only the source has, or that has other values there. */
export interface RecordDifference {
  /** Id of the collection in the target. */
  readonly collectionId: string;
  readonly id: string;
  readonly label: string;
  readonly source: RecordSource;
  /** As the target has it; undefined for a new record. */
  readonly stored: RecordSource | undefined;
  /** Names of the changed fields. */
  readonly fields: readonly string[];
  /** Whether it has files; those of a stored record are not sent. */
  readonly hasFiles: boolean;
}

/** The fields of the target whose values the source can send as text: no files, no password, no field that it does not have. */
export const sentFields = (collection: Collection, { members }: RecordSource): FormField[] =>
  formFieldsOf(collection, false).filter(
    ({ name, kind }) => kind !== 'file' && kind !== 'password' && members.has(name),
  );

/** The fields in which a stored record differs from the source. */
export function differingFields(
  collection: Collection,
  source: RecordSource,
  stored: RecordSource,
): readonly FormField[] {
  const fields = sentFields(collection, source).filter(
    ({ name }) => source.members.get(name) !== stored.members.get(name),
  );
  return fields.length ? changedFields(fields, readValues(fields, source), stored) : [];
}

export const hasFiles = (collection: Collection, { record }: RecordSource): boolean =>
  collection.schema.some(({ type, name }) => type === 'file' && valuesOf(ownOf(record, name)).length > 0);
