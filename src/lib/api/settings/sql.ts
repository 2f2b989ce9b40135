import { type CallOptions, sendAndRead } from '#api/client.ts';
import { readable } from '#api/response.ts';
import type { SqlAnswer } from '#domain/sql/answer.ts';
import { readSqlAnswer, sqlRequest } from '#wire/sql.ts';

/** Runs a text of SQL, which may change anything: `judge.ts` says what does not. Throws ApiError. */
export const runSql = (query: string, options: CallOptions = {}): Promise<SqlAnswer> =>
  sendAndRead(sqlRequest(query), options, (answer) => readable(readSqlAnswer(answer)));
