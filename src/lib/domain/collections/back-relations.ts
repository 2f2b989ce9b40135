import type { Collection } from './collection.ts';
import type { PointingField, SchemaIndex } from './schema-index.ts';

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
    if (other && field?.type === 'relation' && field.options['collectionId'] === collection.id) {
      return { collection: other, field };
    }
  }
  return undefined;
}
