import { foldName } from '../fold-name.ts';
import type { IndexTools } from './index-sql/load-tools.ts';

/** Why an index with one of {@link takenIndexNames} is refused. */
export const INDEX_NAME_TAKEN = 'Another collection has an index of this name, which PocketBase would drop.';

/** Why an index with the name of another one of its collection is refused. */
export const INDEX_NAME_REPEATED = 'Another index of this collection has this name.';

/** The statements of indexes by the folded names of the indexes. */
export const indexesByName = (
  statements: readonly string[],
  tools: IndexTools,
): ReadonlyMap<string, string> =>
  new Map(statements.map((sql) => [foldName(tools.parseIndex(sql)?.indexName ?? sql), sql]));

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
  tools: IndexTools,
): ReadonlySet<string> {
  const wanted = new Set(names);
  if (!wanted.size) return wanted;
  const others = collections.filter((other) => other.id !== id).flatMap(({ indexes }) => indexes);
  return wanted.intersection(indexesByName(others, tools));
}
