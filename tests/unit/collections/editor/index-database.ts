import { DatabaseSync } from 'node:sqlite';
import { tokenize, tokenName } from 'sqlite3-parser';
import { quoteName } from '#domain/model/index-sql/tools.ts';

/** An index as SQLite describes it. */
export interface StoredIndex {
  readonly name: string;
  readonly table: string;
  readonly unique: boolean;
  readonly partial: boolean;
  /** Columns as `index_xinfo` names them; null for an expression. */
  readonly columns: readonly { name: string | null; coll: string; desc: boolean }[];
  readonly sql: string;
}

/** Runs the statement on a new table in SQLite. `then` may change the schema before the index is read. */
export function storedIndex(
  table: string,
  columns: readonly string[],
  sql: string,
  then: string = '',
): StoredIndex {
  const database = new DatabaseSync(':memory:');
  try {
    database.exec(`CREATE TABLE ${quoteName(table)} (${columns.map(quoteName).join(', ')})`);
    database.exec(sql);
    if (then) database.exec(then);
    const found = database
      .prepare("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'index'")
      .all() as { name: string; tbl_name: string; sql: string }[];
    const [index] = found;
    if (!index || found.length !== 1) throw new Error(`expected one index, found ${found.length}`);
    const list = database.prepare(`PRAGMA index_list(${quoteName(index.tbl_name)})`).all() as {
      unique: number;
      partial: number;
    }[];
    const parts = database.prepare(`PRAGMA index_xinfo(${quoteName(index.name)})`).all() as {
      name: string | null;
      coll: string;
      desc: number;
      key: number;
    }[];
    return {
      name: index.name,
      table: index.tbl_name,
      unique: list[0]?.unique === 1,
      partial: list[0]?.partial === 1,
      columns: parts
        .filter(({ key }) => key === 1)
        .map(({ name, coll, desc }) => ({ name, coll: coll.toLowerCase(), desc: desc === 1 })),
      sql: index.sql,
    };
  } finally {
    database.close();
  }
}

const unquote = (text: string) => {
  const quote = text.charAt(0);
  if (quote === '[') return text.slice(1, -1);
  return '`"\''.includes(quote) ? text.slice(1, -1).replaceAll(quote + quote, quote) : text;
};

/** The tokens of a statement, without comments, whitespace and quotes of names. */
export function sqlTokens(sql: string): string[] {
  return [...tokenize(sql)].map(({ type, text }) => {
    const isName = ['ID', 'JOIN_KW', 'STRING'].includes(tokenName(type) ?? '') || /^[`"[]/.test(text);
    return isName ? `name ${unquote(text)}` : text.toLowerCase();
  });
}
