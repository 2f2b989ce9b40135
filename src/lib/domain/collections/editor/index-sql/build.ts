import type { IndexColumn, ParsedIndex } from './parsed-index.ts';

/** Puts a name into backticks, the quotes that the backend's own statements use. */
export const quoteName = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/** A list of columns: a single one stays on the line, several get a line each. */
export function formatColumns(columns: readonly string[]): string {
  return columns.length < 2 ? `(${columns.join('')})` : `(\n  ${columns.join(',\n  ')}\n)`;
}

function columnSql({ name, expression, collate, sort }: IndexColumn): string {
  const collation = collate && `COLLATE ${/^[A-Za-z]\w*$/.test(collate) ? collate : quoteName(collate)}`;
  return [expression ?? quoteName(name), collation, sort].filter(Boolean).join(' ');
}

/**
 * Builds an index statement: the inverse of `parseIndex`. Comments and layout of the parsed statement are lost, so
 * edits of an existing statement use `renameColumns` and the like instead.
 */
export function buildIndex(index: ParsedIndex): string {
  const name = quoteName(index.indexName);
  return [
    'CREATE',
    index.unique && 'UNIQUE',
    'INDEX',
    index.optional && 'IF NOT EXISTS',
    index.schemaName ? `${quoteName(index.schemaName)}.${name}` : name,
    'ON',
    quoteName(index.tableName),
    formatColumns(index.columns.map(columnSql)),
    index.where && `WHERE ${index.where}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** The initial statement of a new index, without columns. */
export function newIndex(collectionName: string, indexName: string): string {
  return `CREATE INDEX ${quoteName(indexName)} ON ${quoteName(collectionName)} ()`;
}
