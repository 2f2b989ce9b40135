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

/** The backend refuses to change a type: it means another item. */
const isOtherType = (existing: RawField, imported: RawField): boolean => {
  const type = text(ownOf(imported, 'type'));
  return type !== '' && type !== ownOf(existing, 'type');
};

/** By index: the existing one with the same id, else with the same name and type that no other item takes. */
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

function withTarget(field: RawField, newIds: ReadonlyMap<string, string>): RawField {
  const target = newIds.get(targetIdOf(field));
  if (target === undefined) return field;
  return { ...field, options: { ...optionsOf(field), collectionId: target } };
}

/**
 * Ids of the existing ones of the same name: of collections, of their fields unless it is a view, and of relations.
 * Doing this twice changes nothing more.
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

const FIELD_ID = { min: 5, max: 255 } as const;

/** The backend makes an id for a field without one. */
export const isRefusedFieldId = (id: string): boolean =>
  id !== '' && (id.length < FIELD_ID.min || id.length > FIELD_ID.max);

/** The backend refuses ids of collections that are names of collections, too. */
export const idsLikeNames = (collections: readonly JsonObject[]): ReadonlySet<string> =>
  new Set(collections.map(idOf)).intersection(new Set(collections.map(nameOf)));

/** Refused ids become those of existing ones of the same name, else new ones. Relations follow, also by name. */
export function withValidIds(existing: RawCollections, written: readonly JsonObject[]) {
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
