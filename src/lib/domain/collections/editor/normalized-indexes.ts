import { foldName } from '../fold-name.ts';
import type { IndexTools } from './index-sql/load-tools.ts';
import type { CollectionValues, IndexValues } from './values.ts';

/** An index in a form to compare, which does not depend on the current names of its columns and its table. */
export interface NormalizedIndex {
  readonly values: IndexValues;
  /** Its name in folded case; its text if that can't be parsed. A duplicate of a name gets a number. */
  readonly name: string;
  /** The parsed statement as JSON, with fields by identifier; its text if that can't be parsed. */
  readonly normalized: string;
}

const TABLE = 'table';

/**
 * The indexes of a collection by name. `idOf` returns the identifier of a field, by default its key. Without the
 * tools, which load lazily, indexes are compared as text.
 */
export function normalizedIndexes(
  { indexes }: Pick<CollectionValues, 'indexes'>,
  tools: IndexTools | undefined,
  idOf: (key: string) => string = (key) => key,
): Map<string, NormalizedIndex> {
  const found = new Map<string, NormalizedIndex>();
  for (const index of indexes) {
    const { sql, keys } = index;
    const parsed = tools?.parseIndex(sql);
    let name = parsed ? foldName(parsed.indexName) : sql;
    for (let number = 2; found.has(name); number += 1) name = `${name} ${number}`;
    const columns = new Map([...keys].map(([column, key]) => [column, `field ${idOf(key)}`]));
    const normalized =
      tools?.indexMeaning(tools.renameTable(tools.renameColumns(sql, columns), TABLE)) ?? sql;
    found.set(name, { values: index, name, normalized });
  }
  return found;
}
