/* SQL, as far as an administrator can have it run: from 0.39 on, see capabilities.ts. */
import { isObject, list, members, text } from '#domain/app/lenient.ts';
import type { BackendRequest } from '#domain/backend/request.ts';
import type { SqlAnswer } from '#domain/sql/answer.ts';

/** Characters of a request. */
export const MAX_SQL = 5000;

/** Runs it, whatever it does: also what begins like a read. */
export const sqlRequest = (query: string): BackendRequest => ({
  path: ['sql'],
  method: 'POST',
  body: { query },
});

/** Undefined for an answer that has no rows. All values are texts, or null. */
export function readSqlAnswer(answer: unknown): SqlAnswer | undefined {
  const { columns, rows, execTime, affectedRows } = members(answer);
  if (!Array.isArray(columns) || !Array.isArray(rows)) return undefined;
  return {
    columns: list(columns, (column) => text(isObject(column) ? column['name'] : undefined)),
    rows: list(rows, (row) => list(row, (value) => (typeof value === 'string' ? value : null))),
    ms: Number(execTime) || 0,
    changed: Number(affectedRows) || 0,
  };
}

/** What SQLite said: `no such table: bar`. */
export const sqlReason = (message: string): string =>
  message.replace(/^.*Raw error:\s*/s, '').replace(/^SQL logic error: (.*?)(?: \(\d+\))?\.?$/s, '$1');

/** Tables that no list of collections has. */
export const HIDDEN_TABLES = ['_collections', '_params', '_migrations', 'sqlite_schema'];

/** Whether the program has what is in the table in memory, and notices a change by SQL only when it starts again. */
export const isKeptInMemory = (table: string): boolean => /^(_collections|_params|sqlite_\w+)$/i.test(table);
