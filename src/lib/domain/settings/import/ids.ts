import type { JsonObject } from '#domain/app/is-object.ts';
import { text } from '#domain/app/lenient.ts';
import { ownOf } from '#domain/app/own.ts';
import { randomId } from '#domain/app/random-secret.ts';
import { foldName } from '#domain/collections/fold-name.ts';
import {
  fieldId,
  fieldName,
  fieldsOf,
  isView,
  optionsOf,
  type RawCollection,
  type RawField,
  withMember,
} from './raw.ts';

/**
 * A collection, or a field that is not of a view, that has another id in the import than the existing one of the same
 * name.
 */
export interface IdMismatch {
  /** Name of the collection. */
  readonly collection: string;
  /** Name of the field; undefined for the collection itself. */
  readonly field?: string;
  readonly importedId: string;
  readonly existingId: string;
}

const typeOf = (item: RawField): string => text(ownOf(item, 'type'));

/** The backend refuses to change a type, so another type means another item. */
const hasType = (existing: RawField, type: string): boolean => type === '' || type === typeOf(existing);

/**
 * The existing collection or field of each imported one, by index: the one with its id, else the one with its name and
 * type that no other imported item takes.
 */
function match<Raw extends RawField>(existing: readonly Raw[], imported: readonly RawField[]) {
  const withId = new Map(existing.map((item) => [fieldId(item), item]));
  const withName = new Map(existing.map((item) => [foldName(fieldName(item)), item]));
  const taken = new Set(imported.map(fieldId).filter((id) => withId.has(id)));
  return imported.map((item): Raw | undefined => {
    const own = withId.get(fieldId(item));
    if (own) return own;
    const same = withName.get(foldName(fieldName(item)));
    if (!same || taken.has(fieldId(same)) || !hasType(same, typeOf(item))) return undefined;
    taken.add(fieldId(same));
    return same;
  });
}

interface Matched {
  readonly collection: RawCollection;
  readonly existing: RawCollection | undefined;
  /** The id of the existing field of each field. */
  readonly fieldIds: readonly (string | undefined)[];
}

function matchAll(
  existing: readonly RawCollection[],
  imported: readonly RawCollection[],
): readonly Matched[] {
  const matches = match(existing, imported);
  return imported.map((collection, index) => {
    const found = matches[index];
    const fields = found && !isView(found) ? match(fieldsOf(found), fieldsOf(collection)) : [];
    return { collection, existing: found, fieldIds: fields.map((field) => field && fieldId(field)) };
  });
}

/** The collections and fields that share a name with existing ones but have other ids. */
export function findIdMismatches(
  existing: readonly RawCollection[],
  imported: readonly RawCollection[],
): readonly IdMismatch[] {
  return matchAll(existing, imported).flatMap(({ collection, existing: found, fieldIds }) => {
    const { id: importedId, name } = collection;
    const own =
      found && found.id !== importedId ? [{ collection: name, importedId, existingId: found.id }] : [];
    const ofFields = fieldsOf(collection).flatMap((field, index) => {
      const existingId = fieldIds[index];
      return existingId === undefined || existingId === fieldId(field)
        ? []
        : [{ collection: name, field: fieldName(field), importedId: fieldId(field), existingId }];
    });
    return [...own, ...ofFields];
  });
}

/** The field with another id, and with a relation that points to the new id of its collection. */
function replaceInField(
  field: RawField,
  id: string | undefined,
  newIds: ReadonlyMap<string, string>,
): RawField {
  const renamed = id === undefined || id === fieldId(field) ? field : withMember(field, 'id', id);
  const options = optionsOf(field);
  const target = newIds.get(text(ownOf(options, 'collectionId')));
  return target === undefined
    ? renamed
    : withMember(renamed, 'options', withMember(options, 'collectionId', target));
}

/**
 * The imported collections with the ids of the existing ones of the same name: their own, those of their fields, and
 * those to which relations of any imported collection point. Doing this twice changes nothing more.
 */
export function replaceIds(
  existing: readonly RawCollection[],
  imported: readonly RawCollection[],
): readonly RawCollection[] {
  const matched = matchAll(existing, imported);
  const newIds = new Map(
    matched.flatMap(({ collection, existing: found }) =>
      found && found.id !== collection.id ? [[collection.id, found.id] as const] : [],
    ),
  );
  return matched.map(({ collection, existing: found, fieldIds }) => {
    const schema = ownOf<unknown>(collection, 'schema');
    const own = found ? withMember(collection, 'id', found.id) : collection;
    if (!Array.isArray(schema)) return own;
    const fields = fieldsOf(collection).map((field, index) => replaceInField(field, fieldIds[index], newIds));
    return withMember(own, 'schema', fields);
  });
}

/** Lengths of the ids of fields that the backend accepts. */
const FIELD_ID = { min: 5, max: 255 } as const;

/** Whether the backend refuses the id of a field; it makes one for a field without id. */
export function isRefusedFieldId(id: string): boolean {
  return id !== '' && (id.length < FIELD_ID.min || id.length > FIELD_ID.max);
}

/** The ids of collections that are names of collections, too, which the backend refuses. */
export function idsLikeNames(collections: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(collections.map(fieldId)).intersection(new Set(collections.map(fieldName)));
}

/**
 * The collections of a text with ids that the backend accepts: those of the existing ones of the same name, else new
 * ones. Relations follow, also those to the name of a collection.
 */
export function withValidIds(
  existing: readonly RawCollection[],
  written: readonly JsonObject[],
): readonly JsonObject[] {
  const refused = idsLikeNames(written);
  const identified = written.map((one) => {
    const id = fieldId(one);
    return { ...one, id: id && !refused.has(id) ? id : randomId(), name: fieldName(one) };
  });
  const newIds = new Map([...existing, ...identified].map(({ id, name }) => [name, id]));
  for (const [position, { id }] of identified.entries()) newIds.set(fieldId(written[position] ?? {}), id);
  newIds.delete('');
  const withSchema = (one: RawCollection, change: (field: RawField) => RawField) =>
    Array.isArray(ownOf(one, 'schema')) ? withMember(one, 'schema', fieldsOf(one).map(change)) : one;
  const related = identified.map((one) =>
    withSchema(one, (field) => replaceInField(field, undefined, newIds)),
  );
  return replaceIds(existing, related).map((one) =>
    withSchema(one, (field) => {
      const id = fieldId(field);
      return id && !isRefusedFieldId(id) ? field : withMember(field, 'id', randomId());
    }),
  );
}
