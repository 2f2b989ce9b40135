import type { QualifiedName, Stmt } from 'sqlite3-parser';
import { quoteName } from '#domain/model/index-sql/tools.ts';
import { judge, type Statement } from './judge.ts';

/** What a statement would change. */
export interface Touches {
  /** Names of tables and indexes. */
  readonly targets: readonly string[];
  /** Counts the rows that it is about; undefined if that can't be asked. */
  readonly countSql: string | undefined;
  /** Number of rows, where the statement says it. */
  readonly rows: number | undefined;
  /** Says how its rows are found; undefined if nothing looks for any. */
  readonly planSql: string | undefined;
}

type Spanned = { readonly span: { readonly offset: number; readonly length: number } };

function nameSql({ dbName, objName, alias }: QualifiedName): string {
  const name = quoteName(objName.text);
  const full = dbName ? `${quoteName(dbName.text)}.${name}` : name;
  return alias ? `${full} AS ${quoteName(alias.text)}` : full;
}

/** A question about a statement, unless it is one that may write itself. */
function asked(sql: string): string | undefined {
  const { writes, sql: judged } = judge(sql);
  return writes === undefined ? judged : undefined;
}

function countOf(sql: string, node: Stmt): Pick<Touches, 'countSql' | 'rows'> {
  const textOf = ({ span }: Spanned) => sql.slice(span.offset, span.offset + span.length);
  const count = (text: string) => ({ countSql: asked(text), rows: undefined });
  const unknown = { countSql: undefined, rows: undefined };
  if (node.type === 'DropTableStmt') return count(`SELECT count(*) FROM ${nameSql(node.tblName)}`);
  if (node.type === 'InsertStmt') {
    const { body } = node;
    if (body.type !== 'SelectInsertBody') return { countSql: undefined, rows: 1 };
    const { select } = body.select;
    if (select.type === 'SelectValues' && !body.select.compounds)
      return { countSql: undefined, rows: select.values.length };
    return count(`${node.with ? `${textOf(node.with)} ` : ''}SELECT count(*) FROM (${textOf(body.select)})`);
  }
  if (node.type !== 'DeleteStmt' && node.type !== 'UpdateStmt') return unknown;
  if (node.limit || (node.type === 'UpdateStmt' && node.from)) return unknown;
  const before = node.with ? `${textOf(node.with)} ` : '';
  const where = node.whereClause ? ` WHERE ${textOf(node.whereClause)}` : '';
  return count(`${before}SELECT count(*) FROM ${nameSql(node.tblName)}${where}`);
}

function targetsOf(node: Stmt): readonly string[] {
  if (node.type === 'CreateIndexStmt') return [node.idxName.objName.text, node.tblName.text];
  if (node.type === 'PragmaStmt') return [node.name.objName.text];
  if ('tblName' in node) return [node.tblName.objName.text];
  if ('idxName' in node) return [node.idxName.objName.text];
  if ('viewName' in node) return [node.viewName.objName.text];
  if ('triggerName' in node) return [node.triggerName.objName.text];
  return 'objName' in node && node.objName ? [node.objName.objName.text] : [];
}

/** What is known of a statement that may write, before it runs. */
export function touchesOf({ sql, node }: Statement): Touches {
  if (!node) return { targets: [], countSql: undefined, rows: undefined, planSql: undefined };
  const isPlanned = /^(Delete|Update|Insert)Stmt$/.test(node.type);
  return {
    targets: targetsOf(node),
    ...countOf(sql, node),
    planSql: isPlanned ? asked(`EXPLAIN QUERY PLAN ${sql}`) : undefined,
  };
}
