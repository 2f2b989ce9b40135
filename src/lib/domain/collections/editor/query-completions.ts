import type { Collection } from '../collection.ts';
import { systemFieldNames } from '../system-fields.ts';
import { foldName } from './names.ts';
import { queryNames } from './query-names.ts';

const SQL_KEYWORDS = (
  'SELECT FROM WHERE JOIN LEFT INNER ON AS GROUP BY ORDER HAVING LIMIT OFFSET UNION ALL DISTINCT AND OR NOT NULL IS IN ' +
  'LIKE BETWEEN CASE WHEN THEN ELSE END CAST COUNT SUM AVG MIN MAX COALESCE ROW_NUMBER() OVER() ASC DESC'
).split(' ');

const columnsOf = (collection: Collection): string[] => [
  ...(collection.type === 'view' ? ['id'] : systemFieldNames(collection.type)),
  ...collection.schema.map(({ name }) => name),
];

/**
 * What the editor of a view's query offers for a prefix: after `posts.` or an alias its columns, else the
 * tables, the columns of the tables that the query reads, and SQL's own words. Takes time in proportion to the
 * number of collections and the columns of those that are read.
 */
export function sqlCompletions(prefix: string, query: string, collections: readonly Collection[]): string[] {
  const byName = new Map(collections.map((collection) => [foldName(collection.name), collection]));
  const read = queryNames(query).aliases;
  const dot = prefix.lastIndexOf('.');
  if (dot >= 0) {
    const table = foldName(prefix.slice(0, dot));
    const collection = byName.get(read.get(table) ?? table);
    return collection ? columnsOf(collection).map((name) => `${prefix.slice(0, dot)}.${name}`) : [];
  }
  const words = new Set(collections.map(({ name }) => name));
  for (const table of read.values()) {
    const collection = byName.get(table);
    for (const name of collection ? columnsOf(collection) : []) words.add(name);
  }
  return [...words, ...SQL_KEYWORDS];
}
