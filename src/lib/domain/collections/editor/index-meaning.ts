import { foldName } from '../fold-name.ts';
import type { IndexTools } from './index-sql/load.ts';
import type { CollectionValues, IndexValues } from './values.ts';

/** An index with what it is known by and what it says, whatever its columns and its table are called. */
export interface KnownIndex {
  readonly index: IndexValues;
  /** Its name, any case; its text while that can't be read. A second one of that name gets a number. */
  readonly name: string;
  readonly meaning: string;
}

const TABLE = 'table';

/**
 * The indexes of a collection by their names. `idOf` returns the identifier of a field, by default its key.
 * Without the tools, which load lazily, an index is its text.
 */
export function knownIndexes(
  { indexes }: Pick<CollectionValues, 'indexes'>,
  tools: IndexTools | undefined,
  idOf: (key: string) => string = (key) => key,
): Map<string, KnownIndex> {
  const known = new Map<string, KnownIndex>();
  for (const index of indexes) {
    const { sql, keys } = index;
    const parsed = tools?.parseIndex(sql);
    let name = parsed ? foldName(parsed.indexName) : sql;
    for (let number = 2; known.has(name); number += 1) name = `${name} ${number}`;
    const columns = new Map([...keys].map(([column, key]) => [column, `field ${idOf(key)}`]));
    const neutral = tools?.parseIndex(tools.renameTable(tools.renameColumns(sql, columns), TABLE));
    known.set(name, { index, name, meaning: neutral ? JSON.stringify(neutral) : sql });
  }
  return known;
}
