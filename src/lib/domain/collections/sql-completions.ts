import type { Collection } from '#domain/backend/collection.ts';
import { foldName } from '#domain/model/fold-name.ts';
import { searchFieldsOf } from './columns.ts';
import { queryNames } from './editor/query-names.ts';
import { schemaIndex } from './schema-index.ts';

const SQL_KEYWORDS = (
  'SELECT FROM WHERE JOIN LEFT INNER ON AS GROUP BY ORDER HAVING LIMIT OFFSET UNION ALL DISTINCT AND OR NOT NULL IS IN ' +
  'LIKE BETWEEN CASE WHEN THEN ELSE END CAST COUNT SUM AVG MIN MAX COALESCE ROW_NUMBER() OVER() ASC DESC'
).split(' ');

/** After `posts.` or an alias the columns of that table, else tables, columns of those that are read, and keywords. */
export function sqlCompletions(
  prefix: string,
  query: string,
  collections: readonly Collection[],
  otherTables: readonly string[] = [],
): string[] {
  const { aliases } = queryNames(query);
  const columnsOf = (table: string): string[] => {
    const collection = schemaIndex(collections).byName(table);
    return collection ? searchFieldsOf(collection) : [];
  };
  const dot = prefix.lastIndexOf('.');
  if (dot >= 0) {
    const table = prefix.slice(0, dot);
    return columnsOf(aliases.get(foldName(table)) ?? table).map((name) => `${table}.${name}`);
  }
  const tables = [...collections.map(({ name }) => name), ...otherTables];
  return [...new Set([...tables, ...[...aliases.values()].flatMap(columnsOf)]), ...SQL_KEYWORDS];
}
