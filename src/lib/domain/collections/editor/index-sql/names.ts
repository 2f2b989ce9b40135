import { foldName } from '#domain/collections/fold-name.ts';
import type { ParsedIndex } from './parsed-index.ts';

/** Why an index with one of {@link takenIndexNames} is refused. */
const INDEX_NAME_TAKEN = 'Another collection has an index of this name, which PocketBase would drop.';

/** Why an index with the name of another one of its collection is refused. */
const INDEX_NAME_REPEATED = 'Another index of this collection has this name.';

/** What reads a statement; the tools for indexes do. */
interface Reader {
  readonly parseIndex: (sql: string) => ParsedIndex | undefined;
}

const nameOf = (sql: string, { parseIndex }: Reader): string => foldName(parseIndex(sql)?.indexName ?? sql);

/** The statements of indexes by the folded names of the indexes. */
export const indexesByName = (statements: readonly string[], reader: Reader): ReadonlyMap<string, string> =>
  new Map(statements.map((sql) => [nameOf(sql, reader), sql]));

interface Indexed {
  readonly id: string;
  readonly indexes: readonly string[];
}

/**
 * Those of these folded names that indexes of other collections have. The database has each name once: PocketBase drops
 * the other index without an error.
 */
export function takenIndexNames(
  id: string,
  names: Iterable<string>,
  collections: readonly Indexed[],
  reader: Reader,
): ReadonlySet<string> {
  const wanted = new Set(names);
  if (!wanted.size) return wanted;
  const others = collections.filter((other) => other.id !== id).flatMap(({ indexes }) => indexes);
  return wanted.intersection(indexesByName(others, reader));
}

/**
 * Errors by position of indexes whose names are new in their collection, but another index has them. `stored` are the
 * statements before: with names that they already share, other changes stay possible.
 */
export function nameErrors(
  { id, indexes }: Indexed,
  stored: readonly string[],
  collections: readonly Indexed[],
  reader: Reader,
): ReadonlyMap<number, { readonly message: string }> {
  const names = indexes.map((sql) => nameOf(sql, reader));
  const known = stored.map((sql) => nameOf(sql, reader));
  const added = names.filter((name) => !known.includes(name));
  const taken = takenIndexNames(id, added, collections, reader);
  const count = (list: readonly string[], name: string) => list.filter((other) => other === name).length;
  return new Map(
    names.flatMap((name, position): [number, { message: string }][] => {
      if (taken.has(name)) return [[position, { message: INDEX_NAME_TAKEN }]];
      // With IF NOT EXISTS, the backend stores the second one but does not create it.
      const isRepeated = count(names, name) > Math.max(1, count(known, name));
      return isRepeated ? [[position, { message: INDEX_NAME_REPEATED }]] : [];
    }),
  );
}
