import { tokenize, tokenName } from 'sqlite3-parser';
import { foldName } from '#domain/model/fold-name.ts';
import {
  type IndexColumn,
  type IndexStatement,
  type NameAt,
  type ParsedIndex,
  type Range,
  readIndex,
} from './read.ts';

/** The text of a column as the backend reads it, without the collation and the order that it recognizes. */
const ownText = (text: string): string => text.replace(/(\s+collate\s+\w+)?(\s+(asc|desc))?$/i, '');

/** Where the backend cuts columns off that go on in another line: it reads them up to the end of the first one. */
const cutsOf = ({ sql, parts }: IndexStatement): Range[] =>
  parts.flatMap(({ start, end }) => {
    const at = ownText(sql.slice(start, end)).indexOf('\n');
    return at < 0 ? [] : [{ start: start + at, end }];
  });

/** Whether the backend keeps an expression as it is: it takes text without spaces for a name, and removes quotes. */
const isKept = (text: string, isExpression: boolean): boolean =>
  !text.includes('\n') && (/[ (]/.test(text) ? !/^[`"'[]|[`"'\]]$/.test(text) : !isExpression);

/** Why the backend, which has patterns of its own, refuses a statement that SQLite accepts, as a sentence. */
function refusalOf({ sql, index, list, parts }: IndexStatement): string | undefined {
  const { indexName, columns } = index;
  if (/[\s`]/.test(indexName)) return 'PocketBase accepts no spaces or backticks in the name of an index.';
  if (/^sqlite_/i.test(indexName)) return 'Names that begin with sqlite_ are reserved.';
  if (sql.includes(')', list.end)) return 'PocketBase accepts no parentheses after the columns of an index.';
  const refused = parts
    .map(({ start, end }) => ownText(sql.slice(start, end)))
    .find((text, position) => !isKept(text, columns[position]?.expression !== undefined));
  return refused && `PocketBase accepts this only in parentheses and on one line: ${refused}`;
}

/** Puts a name into backticks, the quotes that the backend's own statements use. */
export const quoteName = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/** A single column stays on the line, several get a line each. */
const formatColumns = (columns: readonly string[]): string =>
  columns.length < 2 ? `(${columns.join('')})` : `(\n  ${columns.join(',\n  ')}\n)`;

function columnSql({ name, expression, collate, sort }: IndexColumn): string {
  const collation = collate && `COLLATE ${/^[A-Za-z]\w*$/.test(collate) ? collate : quoteName(collate)}`;
  return [expression ?? quoteName(name), collation, sort].filter(Boolean).join(' ');
}

/** The inverse of `parseIndex`. Comments and layout are lost, so edits use `renameColumns` and the like instead. */
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
export const newIndex = (collectionName: string, indexName: string): string =>
  `CREATE INDEX ${quoteName(indexName)} ON ${quoteName(collectionName)} ()`;

/** The index popup compares the statements of all collections at each key. */
const CACHE_SIZE = 2048;
const cache = new Map<string, ReturnType<typeof readIndex>>();

function read(sql: string): ReturnType<typeof readIndex> {
  const known = cache.get(sql);
  if (known) return known;
  if (cache.size >= CACHE_SIZE) cache.clear();
  const result = readIndex(sql);
  cache.set(sql, result);
  return result;
}

function statementOf(sql: string): IndexStatement | undefined {
  const result = read(sql);
  return result.state === 'read' ? result.statement : undefined;
}

/** The parsed statement; undefined unless it is exactly one valid CREATE INDEX. */
export const parseIndex = (sql: string): ParsedIndex | undefined => statementOf(sql)?.index;

/** What a statement says, however it is written: PocketBase rewrites those that it saves, but not imported ones. */
export function indexMeaning(sql: string): string {
  const index = parseIndex(sql);
  return index ? JSON.stringify(index) : sql;
}

/** Why a statement can't be parsed, or why the backend can't read it, as a sentence; undefined if both can. */
export function indexProblem(sql: string): string | undefined {
  const result = read(sql);
  return result.state === 'failed' ? result.message : refusalOf(result.statement);
}

interface Edit extends Range {
  readonly text: string;
}

/** Replaces ranges of the text, which must not overlap; the rest stays unchanged. */
function edit(sql: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    result += sql.slice(at, start) + text;
    at = end;
  }
  return result + sql.slice(at);
}

/** Whether the name needs no quotes: it is an identifier and not a keyword of SQL. */
function isBare(name: string): boolean {
  // TRUE and FALSE are identifiers to the tokenizer and literals to the grammar.
  if (!/^[A-Za-z_]\w*$/.test(name) || /^(true|false|rowid|oid|_rowid_)$/i.test(name)) return false;
  return [...tokenize(name)].every(({ type }) => tokenName(type) === 'ID');
}

/** Writes a new name in the quotes of the old one. */
function requote(old: string, name: string): string {
  const quote = old.charAt(0);
  if (quote === '"' || quote === '`' || quote === "'") {
    return `${quote}${name.replaceAll(quote, quote + quote)}${quote}`;
  }
  // A name in square brackets can't contain `]`.
  if (quote === '[') return name.includes(']') ? quoteName(name) : `[${name}]`;
  return isBare(name) ? name : quoteName(name);
}

/** A statement with other names at some places; one that can't be parsed stays as it is (see `indexProblem`). */
function replaceNames(
  sql: string,
  placesIn: (statement: IndexStatement) => readonly NameAt[],
  to: (name: string) => string | undefined,
): string {
  const statement = statementOf(sql);
  if (!statement) return sql;
  const edits = placesIn(statement).flatMap(({ name, start, end }) => {
    const wanted = to(name);
    if (wanted === undefined || wanted === name) return [];
    return { start, end, text: requote(sql.slice(start, end), wanted) };
  });
  return edit(sql, edits);
}

/** The {@link indexProblem} of a statement that the backend stores without a part of its columns. */
export function cutProblem(sql: string): string | undefined {
  const statement = statementOf(sql);
  const cuts = statement ? cutsOf(statement).map((range) => ({ ...range, text: '' })) : [];
  return cuts.length && parseIndex(edit(sql, cuts)) ? indexProblem(sql) : undefined;
}

/** Renames several columns at once, so that a swap of two names works; keys are old names, any case. */
export function renameColumns(sql: string, renames: ReadonlyMap<string, string>): string {
  const folded = new Map([...renames].map(([from, to]) => [foldName(from), to]));
  return replaceNames(
    sql,
    ({ columns }) => columns,
    (name) => folded.get(foldName(name)),
  );
}

/** Changes the table, also in conditions such as `posts.title`. */
export const renameTable = (sql: string, to: string): string =>
  replaceNames(
    sql,
    ({ tables }) => tables,
    () => to,
  );

export const renameIndex = (sql: string, to: string): string =>
  replaceNames(
    sql,
    ({ index, indexName }) => [{ name: index.indexName, ...indexName }],
    () => to,
  );

/** Makes the index unique or not; everything else stays as it is. */
export function setUnique(sql: string, isUnique: boolean): string {
  const statement = statementOf(sql);
  if (!statement || statement.index.unique === isUnique) return sql;
  const { indexKeyword, uniqueKeyword } = statement;
  if (!uniqueKeyword)
    return edit(sql, [{ start: indexKeyword.start, end: indexKeyword.start, text: 'UNIQUE ' }]);
  const space = /^\s*/.exec(sql.slice(uniqueKeyword.end))?.[0].length ?? 0;
  return edit(sql, [{ start: uniqueKeyword.start, end: uniqueKeyword.end + space, text: '' }]);
}

/** Whether the list has comments: anything but space and commas between its columns. */
function hasComments({ sql, list, parts }: IndexStatement): boolean {
  let at = list.start + 1;
  let between = '';
  for (const { start, end } of parts) {
    between += sql.slice(at, start);
    at = end;
  }
  return /[^\s,]/.test(between + sql.slice(at, list.end - 1));
}

/** Removes columns and their commas from a list and keeps its comments. */
function removeInPlace({ sql, list, parts }: IndexStatement, isRemoved: (position: number) => boolean) {
  const edits: Edit[] = [];
  const commaAfter = (end: number, limit: number): number | undefined => {
    const gap = sql
      .slice(end, limit)
      .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, (text) => ' '.repeat(text.length));
    const at = gap.indexOf(',');
    return at < 0 ? undefined : end + at;
  };
  const kept = parts.map((_, position) => position).filter((position) => !isRemoved(position));
  const lastKept = kept.at(-1) ?? -1;
  for (const [position, part] of parts.entries()) {
    if (isRemoved(position)) edits.push({ ...part, text: '' });
    const comma = commaAfter(part.end, parts[position + 1]?.start ?? list.end - 1);
    const isCommaRemoved = position < lastKept ? isRemoved(position) : true;
    if (comma !== undefined && isCommaRemoved) edits.push({ start: comma, end: comma + 1, text: '' });
  }
  return edit(sql, edits);
}

/** Adds a plain column at the end of the list or removes it. A list without comments is formatted again. */
export function toggleColumn(sql: string, name: string): string {
  const statement = statementOf(sql);
  if (!statement) return sql;
  const { index, list, parts } = statement;
  const isRemoved = (position: number) => {
    const column = index.columns[position];
    return column?.expression === undefined && foldName(column?.name ?? '') === foldName(name);
  };
  const isListed = parts.some((_, position) => isRemoved(position));
  const last = parts.at(-1);
  if (hasComments(statement)) {
    if (isListed) return removeInPlace(statement, isRemoved);
    const at = last?.end ?? list.start + 1;
    return edit(sql, [{ start: at, end: at, text: `${last ? ',\n  ' : ''}${quoteName(name)}` }]);
  }
  const texts = parts.map(({ start, end }) => sql.slice(start, end));
  const wanted = isListed ? texts.filter((_, position) => !isRemoved(position)) : [...texts, quoteName(name)];
  return edit(sql, [{ ...list, text: formatColumns(wanted) }]);
}

/** The columns of the statement for its chip; the whole text if it can't be parsed. */
export function columnsText(sql: string): string {
  const index = parseIndex(sql);
  return index ? index.columns.map(({ name, expression }) => expression ?? name).join(', ') : sql;
}

/** The names of all columns in the statement, without duplicates, in the spelling of their first mention. */
export function columnNames(sql: string): string[] {
  const names = statementOf(sql)?.columns.map(({ name }) => name) ?? [];
  return [...Map.groupBy(names, foldName).values()].flatMap(([first]) => first ?? []);
}

/** The names of {@link columnNames} that SQLite takes for texts where no column has them: `status = "draft"`. */
export function textNames(sql: string): string[] {
  const places = statementOf(sql)?.columns ?? [];
  const isText = ({ mayBeText, start }: NameAt) => mayBeText === true && sql.charAt(start) === '"';
  const columns = new Set(places.filter((place) => !isText(place)).map(({ name }) => foldName(name)));
  return columnNames(sql).filter((name) => !columns.has(foldName(name)));
}

const INDEX_NAME_TAKEN = 'Another collection has an index of this name, which PocketBase would drop.';
const INDEX_NAME_REPEATED = 'Another index of this collection has this name.';

const foldedName = (sql: string): string => foldName(parseIndex(sql)?.indexName ?? sql);

/** The statements of indexes by the folded names of the indexes. */
export const indexesByName = (statements: readonly string[]): ReadonlyMap<string, string> =>
  new Map(statements.map((sql) => [foldedName(sql), sql]));

interface Indexed {
  readonly id: string;
  readonly indexes: readonly string[];
}

/** Those of these folded names that indexes of other collections have, which PocketBase would drop without an error. */
export function takenIndexNames(
  id: string,
  names: Iterable<string>,
  collections: readonly Indexed[],
): ReadonlySet<string> {
  const wanted = new Set(names);
  if (!wanted.size) return wanted;
  const others = collections.filter((other) => other.id !== id).flatMap(({ indexes }) => indexes);
  return wanted.intersection(indexesByName(others));
}

/** Errors by position of indexes with a new name that another one has; those that `stored` ones share may stay. */
export function nameErrors(
  { id, indexes }: Indexed,
  stored: readonly string[],
  collections: readonly Indexed[],
): ReadonlyMap<number, { readonly message: string }> {
  const names = indexes.map(foldedName);
  const known = stored.map(foldedName);
  const added = names.filter((name) => !known.includes(name));
  const taken = takenIndexNames(id, added, collections);
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
