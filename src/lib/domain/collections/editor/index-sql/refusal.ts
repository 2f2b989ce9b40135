import type { IndexStatement, Range } from './read.ts';

/** The text of a column as the backend reads it, without the collation and the order that it recognizes. */
const ownText = (text: string): string => text.replace(/(\s+collate\s+\w+)?(\s+(asc|desc))?$/i, '');

/** Where the backend cuts columns off that go on in another line: it reads them up to the end of the first one. */
export const cutsOf = ({ sql, parts }: IndexStatement): Range[] =>
  parts.flatMap(({ start, end }) => {
    const at = ownText(sql.slice(start, end)).indexOf('\n');
    return at < 0 ? [] : [{ start: start + at, end }];
  });

/** Whether the backend keeps an expression as it is: it takes text without spaces for a name, and removes quotes. */
const isKept = (text: string, isExpression: boolean): boolean =>
  !text.includes('\n') && (/[ (]/.test(text) ? !/^[`"'[]|[`"'\]]$/.test(text) : !isExpression);

/**
 * Why the backend refuses a statement that SQLite accepts, as a sentence: it reads statements with patterns of its own.
 * Undefined if it accepts it, as far as this can be told without the table.
 */
export function refusalOf({ sql, index, list, parts }: IndexStatement): string | undefined {
  const { indexName, columns } = index;
  if (/[\s`]/.test(indexName)) return 'PocketBase accepts no spaces or backticks in the name of an index.';
  if (/^sqlite_/i.test(indexName)) return 'Names that begin with sqlite_ are reserved.';
  if (sql.includes(')', list.end)) return 'PocketBase accepts no parentheses after the columns of an index.';
  const refused = parts
    .map(({ start, end }) => ownText(sql.slice(start, end)))
    .find((text, position) => !isKept(text, columns[position]?.expression !== undefined));
  return refused && `PocketBase accepts this only in parentheses and on one line: ${refused}`;
}
