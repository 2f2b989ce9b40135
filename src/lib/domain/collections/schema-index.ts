// chunks: filters
import { type Collection, ownFields } from '#domain/backend/collection.ts';
import type { Field, FieldOf } from '#domain/backend/field.ts';
import { relatedId } from '#domain/field-types/field-type.ts';
import { foldName } from '#domain/model/fold-name.ts';

/** A relation field that points to a collection. */
export interface PointingField {
  readonly collection: Collection;
  readonly field: FieldOf<'relation'>;
}

/** Looks up collections and fields without searching lists. */
export interface SchemaIndex {
  /** The collection that a relation field points to; undefined for other types. */
  target(field: Field): Collection | undefined;
  /** By name or, as in the backend, by id. Ignores case: no two names differ in case only, and no name is an id. */
  byName(name: string): Collection | undefined;
  field(collection: Collection, name: string): Field | undefined;
  /** The relation fields, of any collection, that point to this one. */
  pointingTo(collection: Collection): readonly PointingField[];
  readonly authCollections: readonly Collection[];
}

function buildIndex(collections: readonly Collection[]): SchemaIndex {
  const ids = new Map<unknown, Collection>(collections.map((collection) => [collection.id, collection]));
  const names = new Map(collections.map((collection) => [foldName(collection.name), collection]));
  const relations = collections.flatMap((collection) =>
    collection.fields.filter((field) => field.type === 'relation').map((field) => ({ collection, field })),
  );
  const pointing = Map.groupBy(relations, ({ field }) => field.collectionId);
  const fields = new WeakMap<Collection, Map<string, Field>>();
  return {
    target: (field) => ids.get(relatedId(field)),
    byName: (name) => names.get(foldName(name)) ?? ids.get(name),
    field(collection, name) {
      let known = fields.get(collection);
      if (!known) {
        known = new Map(ownFields(collection).map((field) => [field.name, field]));
        fields.set(collection, known);
      }
      return known.get(name);
    },
    pointingTo: (collection) => pointing.get(collection.id) ?? [],
    authCollections: collections.filter(({ type }) => type === 'auth'),
  };
}

const cache = new WeakMap<readonly Collection[], SchemaIndex>();

/** The index of a list of collections, built once per list. */
export function schemaIndex(collections: readonly Collection[]): SchemaIndex {
  const known = cache.get(collections);
  if (known) return known;
  const index = buildIndex(collections);
  cache.set(collections, index);
  return index;
}

const VIA = '_via_';

/** The path segment that leads back along a relation field: `comments_via_post`. */
export const backName = ({ collection, field }: PointingField): string =>
  `${collection.name}${VIA}${field.name}`;

/** The relation field that a path segment such as `comments_via_post` follows back from a collection's records. */
export function backRelation(
  segment: string,
  collection: Collection,
  index: SchemaIndex,
): PointingField | undefined {
  // Both names may contain `_via_`, so every occurrence is tried.
  for (let at = segment.indexOf(VIA); at >= 0; at = segment.indexOf(VIA, at + 1)) {
    const other = index.byName(segment.slice(0, at));
    const field = other && index.field(other, segment.slice(at + VIA.length));
    if (other && field?.type === 'relation' && field.collectionId === collection.id) {
      return { collection: other, field };
    }
  }
  return undefined;
}
