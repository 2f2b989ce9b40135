import { type JsonObject, ownOf, text } from '#domain/app/lenient.ts';
import { randomId } from '#domain/app/random-secret.ts';
import { foldName } from '#domain/collections/fold-name.ts';
import { withFields } from './outcome.ts';
import {
  fieldsOf,
  idOf,
  isView,
  nameOf,
  optionsOf,
  type RawCollections,
  type RawField,
  targetIdOf,
} from './raw.ts';

/** The backend refuses to change a type, so another type means another item. */
const isOtherType = (existing: RawField, imported: RawField): boolean => {
  const type = text(ownOf(imported, 'type'));
  return type !== '' && type !== ownOf(existing, 'type');
};

/**
 * The existing collection or field of each imported one, by index: the one with its id, else the one with its name and
 * type that no other imported item takes.
 */
function match<Raw extends RawField>(existing: readonly Raw[], imported: readonly RawField[]) {
  const withId = new Map(existing.map((item) => [idOf(item), item]));
  const withName = new Map(existing.map((item) => [foldName(nameOf(item)), item]));
  const taken = new Set(imported.map(idOf).filter((id) => withId.has(id)));
  return imported.map((item): Raw | undefined => {
    const own = withId.get(idOf(item));
    if (own) return own;
    const same = withName.get(foldName(nameOf(item)));
    if (!same || taken.has(idOf(same)) || isOtherType(same, item)) return undefined;
    taken.add(idOf(same));
    return same;
  });
}

/** The field, with a relation that points to the new id of its collection. */
function withTarget(field: RawField, newIds: ReadonlyMap<string, string>): RawField {
  const target = newIds.get(targetIdOf(field));
  if (target === undefined) return field;
  return { ...field, options: { ...optionsOf(field), collectionId: target } };
}

/**
 * The imported collections with the ids of the existing ones of the same name: their own, those of their fields unless
 * it is a view, and those to which relations of any imported collection point. Doing this twice changes nothing more.
 */
export function replaceIds(existing: RawCollections, imported: RawCollections): RawCollections {
  const matches = match(existing, imported);
  const newIds = new Map(imported.map(({ id }, index) => [id, matches[index]?.id ?? id]));
  return imported.map((collection, index) => {
    const stored = matches[index];
    const own = stored ? { ...collection, id: stored.id } : collection;
    const fields = stored && !isView(stored) ? match(fieldsOf(stored), fieldsOf(collection)) : [];
    return withFields(own, (field, at) => {
      const same = fields[at];
      return withTarget(same ? { ...field, id: idOf(same) } : field, newIds);
    });
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
  return new Set(collections.map(idOf)).intersection(new Set(collections.map(nameOf)));
}

/**
 * The collections of a text with ids that the backend accepts: those of the existing ones of the same name, else new
 * ones. Relations follow, also those to the name of a collection.
 */
export function withValidIds(
  existing: RawCollections,
  written: readonly JsonObject[],
): readonly JsonObject[] {
  const refused = idsLikeNames(written);
  const identified = written.map((one) => {
    const id = idOf(one);
    return { ...one, id: id && !refused.has(id) ? id : randomId(), name: nameOf(one) };
  });
  const newIds = new Map([...existing, ...identified].map(({ id, name }) => [name, id]));
  for (const [position, { id }] of identified.entries()) newIds.set(idOf(written[position] ?? {}), id);
  newIds.delete('');
  const related = identified.map((one) => withFields(one, (field) => withTarget(field, newIds)));
  return replaceIds(existing, related).map((one) =>
    withFields(one, (field) => {
      const id = idOf(field);
      return id && !isRefusedFieldId(id) ? field : { ...field, id: randomId() };
    }),
  );
}
