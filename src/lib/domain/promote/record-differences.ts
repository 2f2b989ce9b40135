import type { Collection } from '#domain/collections/collection.ts';
import { filesIn } from '../records/cell-text.ts';
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
  /** With the names of fields that the source has. */
  readonly source: RecordSource;
  /** As the target has it; undefined for a new record. */
  readonly stored: RecordSource | undefined;
  /** Names of the changed fields in the target. */
  readonly fields: readonly string[];
  /** Whether it has files; those of a stored record are not sent. */
  readonly hasFiles: boolean;
}

/** Tells a record of any collection of the target from others. */
export const recordKey = ({ collectionId, id }: Pick<RecordDifference, 'collectionId' | 'id'>): string =>
  `${collectionId} ${id}`;

/** The fields of the target whose values the source can send as text: no files, no password, no field that it does not have. */
export const sentFields = (collection: Collection, { members }: RecordSource): FormField[] =>
  formFieldsOf(collection, false).filter(
    ({ name, kind }) => kind !== 'file' && kind !== 'password' && members.has(name),
  );

/** The names in `to` of the fields of `from`, matched by id; a field without a match keeps its name if that is free. */
function namesIn(from: Collection, to: Collection): ReadonlyMap<string, string> {
  const known = new Map(to.schema.map(({ id, name }) => [id, name]));
  const matched = new Set(from.schema.map(({ id }) => known.get(id)));
  return new Map(
    from.schema.flatMap(({ id, name }) => {
      const other = known.get(id) ?? (matched.has(name) ? undefined : name);
      return other === undefined ? [] : [[name, other] as const];
    }),
  );
}

/** A record of the collection `from` with the names that its fields have in `to`, another version of it. */
export function withNamesOf(source: RecordSource, from: Collection, to: Collection): RecordSource {
  const names = namesIn(from, to);
  if (from.schema.every(({ name }) => names.get(name) === name)) return source;
  const own = new Set(from.schema.map(({ name }) => name));
  const renamed = <T>(entries: Iterable<readonly [string, T]>) =>
    [...entries].flatMap(([key, value]) => {
      const name = own.has(key) ? names.get(key) : key;
      return name === undefined ? [] : [[name, value] as const];
    });
  const { id, collectionId, collectionName } = source.record;
  return {
    record: {
      ...Object.fromEntries(renamed(Object.entries(source.record))),
      id,
      collectionId,
      collectionName,
    },
    members: new Map(renamed(source.members)),
  };
}

/** A difference with the names that its fields have in `target`, as the collection of the target will be. */
export const asInTarget = (
  difference: RecordDifference,
  { source, stored, target }: { source: Collection; stored: Collection; target: Collection },
): RecordDifference => {
  const names = namesIn(stored, target);
  return {
    ...difference,
    source: withNamesOf(difference.source, source, target),
    stored: difference.stored && withNamesOf(difference.stored, stored, target),
    fields: difference.fields.map((name) => names.get(name) ?? name),
  };
};

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
  filesIn(record, collection.schema).length > 0;
