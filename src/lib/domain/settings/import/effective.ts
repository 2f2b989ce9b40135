import { isLeftAlone } from '#domain/arrangements/own-collection.ts';
import {
  fieldId,
  fieldName,
  fieldsOf,
  isView,
  type RawCollection,
  type RawField,
  withMember,
} from './raw.ts';

/** What an import does with that which its text does not contain. */
export interface ImportMode {
  /** Keeps existing collections that the text omits. */
  readonly merge: boolean;
  /** Deletes missing fields, and missing collections unless merging. */
  readonly deleteMissing: boolean;
}

/** The body of the request that imports. */
export interface ImportBody {
  readonly collections: readonly RawCollection[];
  readonly deleteMissing: boolean;
}

/** Whether an import deletes the existing collections that its text omits. */
const deletesCollections = ({ merge, deleteMissing }: ImportMode): boolean => deleteMissing && !merge;

/** Collections by id. */
export const byId = (collections: readonly RawCollection[]): ReadonlyMap<string, RawCollection> =>
  new Map(collections.map((collection) => [collection.id, collection]));

/** The existing collections that an import deletes: Atoll's own only ever changes when the text has it. */
export const deletedOf = (
  existing: readonly RawCollection[],
  imported: readonly RawCollection[],
  mode: ImportMode,
): readonly RawCollection[] =>
  deletesCollections(mode) ? omittedOf(existing, imported).filter((one) => !isLeftAlone(one)) : [];

/** The existing collections that are not among the imported ones. */
export function omittedOf(
  existing: readonly RawCollection[],
  imported: readonly RawCollection[],
): readonly RawCollection[] {
  const ids = byId(imported);
  return existing.filter(({ id }) => !ids.has(id));
}

/** The fields of a view after the import, as far as they are known: the ids are compared by name. */
function viewFields(old: RawCollection, imported: RawCollection): readonly RawField[] {
  const oldFields = fieldsOf(old);
  const ids = new Map(oldFields.map((field) => [fieldName(field), fieldId(field)]));
  const fields = fieldsOf(imported);
  return fields.length
    ? fields.map((field) => withMember(field, 'id', ids.get(fieldName(field)) ?? fieldId(field)))
    : oldFields;
}

/**
 * A collection as it will be after the import: without deleting, the backend keeps the existing fields at their place
 * and appends new ones.
 */
export function importedAs(old: RawCollection, imported: RawCollection, mode: ImportMode): RawCollection {
  if (isView(old) && isView(imported)) return withMember(imported, 'schema', viewFields(old, imported));
  if (mode.deleteMissing) return imported;
  const [oldFields, newFields] = [fieldsOf(old), fieldsOf(imported)];
  const fresh = new Map(newFields.map((field) => [fieldId(field), field]));
  const known = new Set(oldFields.map(fieldId));
  return withMember(imported, 'schema', [
    ...oldFields.map((field) => fresh.get(fieldId(field)) ?? field),
    ...newFields.filter((field) => !known.has(fieldId(field))),
  ]);
}

/**
 * The body of the request. To delete missing fields but keep omitted collections, which the backend can't do, these
 * are sent as they are.
 */
export function importBody(
  existing: readonly RawCollection[],
  imported: readonly RawCollection[],
  mode: ImportMode,
): ImportBody {
  const { deleteMissing } = mode;
  const deleted = new Set(deletedOf(existing, imported, mode));
  const kept = deleteMissing ? omittedOf(existing, imported).filter((one) => !deleted.has(one)) : [];
  return { collections: [...imported, ...kept], deleteMissing };
}
