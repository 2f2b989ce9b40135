import { randomId } from '#domain/app/random-secret.ts';
import { type Collection, ownFields } from '#domain/backend/collection.ts';
import type { ConfigurationFormat } from '#domain/backend/configuration.ts';
import type { Field } from '#domain/backend/field.ts';
import { foldName } from '#domain/model/fold-name.ts';
import { byId, type Collections } from './outcome.ts';

type TypeName = ConfigurationFormat['typeName'];

/** By index: the existing one with the same id, else with the same name and type that no other item takes. */
function match<Item extends Collection | Field>(
  existing: readonly Item[],
  imported: readonly Item[],
  typeName: TypeName,
) {
  const withId = byId(existing);
  const withName = new Map(existing.map((item) => [foldName(item.name), item]));
  const taken = new Set(imported.map(({ id }) => id).filter((id) => withId.has(id)));
  return imported.map((item): Item | undefined => {
    const own = withId.get(item.id);
    if (own) return own;
    const same = withName.get(foldName(item.name));
    const type = typeName(item);
    // The backend refuses to change a type: it means another item.
    if (!same || taken.has(same.id) || (type !== '' && type !== typeName(same))) return undefined;
    taken.add(same.id);
    return same;
  });
}

function withTarget(field: Field, newIds: ReadonlyMap<string, string>): Field {
  const collectionId = field.type === 'relation' ? newIds.get(field.collectionId) : undefined;
  return collectionId === undefined ? field : ({ ...field, collectionId } as Field);
}

/**
 * Ids of the existing ones of the same name: of collections, of their fields unless it is a view, and of relations.
 * Doing this twice changes nothing more.
 */
export function replaceIds(existing: Collections, imported: Collections, typeName: TypeName): Collections {
  const matches = match(existing, imported, typeName);
  const newIds = new Map(imported.map(({ id }, index) => [id, matches[index]?.id ?? id]));
  return imported.map((collection, index) => {
    const stored = matches[index];
    const own = stored ? { ...collection, id: stored.id } : collection;
    const written = ownFields(collection);
    const matched = stored && stored.type !== 'view' ? match(ownFields(stored), written, typeName) : [];
    const fields = new Map(written.map((field, at) => [field, matched[at]?.id ?? field.id]));
    return {
      ...own,
      fields: collection.fields.map((field) => {
        const id = fields.get(field);
        return id === undefined ? field : withTarget(id === field.id ? field : { ...field, id }, newIds);
      }),
    };
  });
}

/** The backend makes an id for a field without one. */
export const isRefusedFieldId = (id: string, { min, max }: ConfigurationFormat['fieldIds']): boolean =>
  id !== '' && (id.length < min || id.length > max);

/** The backend refuses ids of collections that are names of collections, too. */
export const idsLikeNames = (collections: Collections): ReadonlySet<string> =>
  new Set(collections.map(({ id }) => id)).intersection(new Set(collections.map(({ name }) => name)));

/** Refused ids become those of existing ones of the same name, else new ones. Relations follow, also by name. */
export function withValidIds(
  existing: Collections,
  written: Collections,
  { typeName, fieldIds }: ConfigurationFormat,
): Collections {
  const refused = idsLikeNames(written);
  const identified = written.map((one) => ({
    ...one,
    id: one.id && !refused.has(one.id) ? one.id : randomId(),
  }));
  const newIds = new Map([...existing, ...identified].map(({ id, name }) => [name, id]));
  for (const [position, { id }] of identified.entries()) newIds.set(written[position]?.id ?? '', id);
  newIds.delete('');
  const changed = (one: Collection, change: (field: Field) => Field) => ({
    ...one,
    fields: one.fields.map((field) => (field.isBuiltIn ? field : change(field))),
  });
  const related = identified.map((one) => changed(one, (field) => withTarget(field, newIds)));
  return replaceIds(existing, related, typeName).map((one) =>
    changed(one, (field) =>
      field.id && !isRefusedFieldId(field.id, fieldIds) ? field : { ...field, id: randomId() },
    ),
  );
}
