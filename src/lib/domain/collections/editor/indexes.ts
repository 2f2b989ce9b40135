import type { Field, FieldRole } from '#domain/backend/field.ts';
import { foldName } from '#domain/model/fold-name.ts';
import type { IndexTools } from '#domain/model/index-sql/load-tools.ts';
import { type CollectionValues, type IndexValues, indexTexts } from './values.ts';

/** An index to compare, whatever the current names of its columns and its table. */
export interface NormalizedIndex {
  readonly values: IndexValues;
  /** The parsed statement as JSON, with fields by identifier; its text if that can't be parsed. */
  readonly normalized: string;
}

const TABLE = 'table';

/**
 * The indexes of a collection by their names in folded case, or their texts if these can't be parsed; a duplicate of a
 * name gets a number. `idOf` returns the identifier of a field, by default its key.
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
    found.set(name, { values: index, normalized });
  }
  return found;
}

/** An edited index that the backend will refuse. */
export interface BrokenIndex {
  readonly position: number;
  readonly sql: string;
  /** Why it can't be parsed, as a sentence; undefined if it can. */
  readonly problem: string | undefined;
  /** Columns of the statement that no field has. */
  readonly missing: readonly string[];
}

/**
 * The indexes that can't be parsed, or that have columns which won't exist after the save. `columns` are those that a
 * collection of its type has by itself.
 */
export function brokenIndexes(
  values: CollectionValues,
  tools: IndexTools,
  columns: readonly Field[],
): BrokenIndex[] {
  const namesOf = (isRemoved: boolean) =>
    values.fields.filter(({ toDelete }) => toDelete === isRemoved).map(({ name }) => name);
  const system = columns.map(({ name }) => name);
  const known = new Set([...system, ...namesOf(false), 'rowid'].map(foldName));
  // The name of a removed field was never meant as a text.
  const removed = new Set(namesOf(true).map(foldName));
  return indexTexts(values, tools)
    .map((sql, position) => {
      const texts = tools.textNames(sql).filter((name) => !removed.has(foldName(name)));
      return {
        position,
        sql,
        problem: tools.indexProblem(sql),
        missing: tools.columnNames(sql).filter((name) => !known.has(foldName(name)) && !texts.includes(name)),
      };
    })
    .filter(({ problem, missing }) => problem !== undefined || missing.length > 0);
}

/** The built-in column that an index alone makes unique; undefined for another one. */
function uniqueColumn({ fields }: CollectionValues, sql: string, tools: IndexTools): FieldRole | undefined {
  const { unique, columns = [] } = tools.parseIndex(sql) ?? {};
  const [only, ...others] = columns;
  if (!unique || others.length > 0) return undefined;
  return fields.find(({ name }) => foldName(name) === foldName(only?.name ?? ''))?.builtIn;
}

const NEEDED: readonly (FieldRole | undefined)[] = ['email', 'tokenKey'];

/** Whether the backend would make this index again at once: no other one makes its built-in column unique. */
export function isNeededIndex(values: CollectionValues, position: number, tools: IndexTools): boolean {
  const columns = indexTexts(values, tools).map((sql) => uniqueColumn(values, sql, tools));
  const own = columns[position];
  return NEEDED.includes(own) && columns.filter((column) => column === own).length === 1;
}
