import { foldName } from '#domain/model/fold-name.ts';
import { MAX_ROWS, type SqlAnswer } from './answer.ts';

/** What is asked about a database; each only reads. */
export const HEALTH_SQL = {
  pages:
    'SELECT page_count, page_size, freelist_count FROM pragma_page_count, pragma_page_size, pragma_freelist_count',
  sizes: "SELECT name, pgsize FROM dbstat('main', 1)",
  objects: "SELECT type, name, tbl_name FROM sqlite_schema WHERE type IN ('table', 'index') ORDER BY name",
  indexes:
    'SELECT m.name, i.name, i."unique", i.partial, i.origin FROM sqlite_schema AS m, pragma_index_list(m.name) AS i WHERE m.type = \'table\'',
  columns:
    'SELECT m.name, i.name, i."desc", i.coll FROM sqlite_schema AS m, pragma_index_xinfo(m.name) AS i WHERE m.type = \'index\' AND i.key = 1 ORDER BY m.name, i.seqno',
} as const;

export const CHECKS = { quick: 'PRAGMA quick_check(100)', full: 'PRAGMA integrity_check(100)' } as const;

type Rows = SqlAnswer['rows'];

export interface TableHealth {
  readonly name: string;
  /** In bytes, without its indexes; undefined where the backend can't tell. */
  readonly bytes: number | undefined;
  readonly indexBytes: number | undefined;
  /** Undefined if they could not be counted. */
  readonly rows: number | undefined;
}

export interface IndexHealth {
  readonly name: string;
  readonly table: string;
  /** Those of the index, `(expression)` for one that is no column. */
  readonly columns: readonly string[];
  readonly bytes: number | undefined;
  /** SQLite made it itself for a key or a unique column. */
  readonly isOwn: boolean;
  /** Name of an index that does all that this one does. */
  readonly coveredBy: string | undefined;
}

export interface Health {
  /** Of the file, in bytes, and the part of it that is free. */
  readonly bytes: number;
  readonly freeBytes: number;
  /** Largest first. */
  readonly tables: readonly TableHealth[];
  readonly indexes: readonly IndexHealth[];
  /** Whether the backend tells sizes of tables and indexes. */
  readonly hasSizes: boolean;
  /** There are more than the backend answers at once. */
  readonly isCut: boolean;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const textOf = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Questions for the numbers of rows of tables, each not longer than `limit` characters. */
export function countQuestions(tables: readonly string[], limit: number): readonly string[] {
  const questions: string[] = [];
  for (const name of tables) {
    const one = `SELECT ${textOf(name)}, count(*) FROM ${quoted(name)}`;
    const last = questions.at(-1);
    const joined = `${last} UNION ALL ${one}`;
    // SQLite takes 500 at once.
    const isFull =
      last === undefined || joined.length > limit || questions.at(-1)?.split(' UNION ALL ').length === 100;
    if (isFull) questions.push(one);
    else questions[questions.length - 1] = joined;
  }
  return questions;
}

interface IndexParts {
  readonly name: string;
  readonly table: string;
  readonly isUnique: boolean;
  readonly isPartial: boolean;
  readonly isOwn: boolean;
  /** Each with its order and its collation; undefined for an expression. */
  readonly keys: readonly (string | undefined)[];
  readonly columns: readonly string[];
}

function covers(other: IndexParts, index: IndexParts): boolean {
  if (other.name === index.name || foldName(other.table) !== foldName(index.table)) return false;
  if (other.isPartial || index.isPartial || index.isUnique || index.isOwn) return false;
  if (!index.keys.every((key, at) => key !== undefined && key === other.keys[at])) return false;
  // Of two that are the same, one has to stay.
  return other.keys.length > index.keys.length || other.isUnique || other.name < index.name;
}

export interface HealthAnswers {
  readonly pages: Rows;
  /** Undefined where the backend can't tell. */
  readonly sizes: Rows | undefined;
  readonly objects: Rows;
  readonly indexes: Rows;
  readonly columns: Rows;
  readonly counts: Rows;
}

/** Puts together what was answered. Which index is never used, SQLite does not know: only what another one does, too. */
export function healthOf(answers: HealthAnswers): Health {
  const { pages, sizes, objects, indexes, columns, counts } = answers;
  const [pageCount, pageSize, free] = (pages[0] ?? []).map(Number);
  const bytesOf = new Map(sizes?.map(([name, bytes]) => [name ?? '', Number(bytes)]));
  const rowsOf = new Map(counts.map(([name, rows]) => [name ?? '', Number(rows)]));
  const keysOf = Map.groupBy(columns, ([index]) => index ?? '');
  const parts = indexes.map(([table, name, unique, partial, origin]): IndexParts => {
    const keys = keysOf.get(name ?? '') ?? [];
    return {
      name: name ?? '',
      table: table ?? '',
      isUnique: unique === '1',
      isPartial: partial === '1',
      isOwn: origin !== 'c',
      keys: keys.map(([, column, ...how]) =>
        column === null ? undefined : JSON.stringify([column, ...how]),
      ),
      columns: keys.map(([, column]) => column ?? '(expression)'),
    };
  });
  const names = objects.flatMap(([type, name]) => (type === 'table' && name ? [name] : []));
  const tables = names.map((name): TableHealth => {
    const own = parts.filter(({ table }) => table === name);
    return {
      name,
      bytes: bytesOf.get(name),
      indexBytes: sizes && own.reduce((sum, index) => sum + (bytesOf.get(index.name) ?? 0), 0),
      rows: rowsOf.get(name),
    };
  });
  return {
    bytes: (pageCount ?? 0) * (pageSize ?? 0),
    freeBytes: (free ?? 0) * (pageSize ?? 0),
    tables: tables.sort((one, other) => (other.bytes ?? other.rows ?? 0) - (one.bytes ?? one.rows ?? 0)),
    indexes: parts.map((index) => ({
      name: index.name,
      table: index.table,
      columns: index.columns,
      bytes: bytesOf.get(index.name),
      isOwn: index.isOwn,
      coveredBy: parts.find((other) => covers(other, index))?.name,
    })),
    hasSizes: sizes !== undefined,
    isCut: [sizes, objects, indexes, columns].some((rows) => rows?.length === MAX_ROWS),
  };
}
