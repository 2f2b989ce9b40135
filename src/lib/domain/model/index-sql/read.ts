import { type CreateIndexStmt, type Expr, parse, tokenize, tokenName, traverse } from 'sqlite3-parser';
import { foldName } from '#domain/model/fold-name.ts';

/** A plain column by its name, or an expression by its SQL as it was written. Names have no quotes and may be empty. */
export interface IndexColumn {
  readonly name: string;
  readonly expression?: string;
  readonly collate: string;
  readonly sort: '' | 'ASC' | 'DESC';
}

/** A parsed index statement. Names have no quotes and may be empty. */
export interface ParsedIndex {
  readonly unique: boolean;
  /** Whether the statement has IF NOT EXISTS. */
  readonly optional: boolean;
  readonly schemaName: string;
  readonly indexName: string;
  readonly tableName: string;
  readonly columns: readonly IndexColumn[];
  /** SQL of the condition as it was written; empty for none. */
  readonly where: string;
}

/** A piece of the statement's text, in characters. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface NameAt extends Range {
  readonly name: string;
  /** Whether SQLite takes the name for a text if it is in double quotes and no column has it. */
  readonly mayBeText?: boolean;
}

/** A statement with the ranges that edits may change. */
export interface IndexStatement {
  readonly sql: string;
  readonly index: ParsedIndex;
  readonly indexKeyword: Range;
  readonly uniqueKeyword: Range | undefined;
  readonly indexName: Range;
  /** The table after ON, and each place where the condition qualifies a column with it. */
  readonly tables: readonly NameAt[];
  /** Each mention of a column: in the list, in expressions and in the condition. */
  readonly columns: readonly NameAt[];
  /** The list of columns with its parentheses. */
  readonly list: Range;
  /** The columns of the list, each from its first to its last token, in the order of `index.columns`. */
  readonly parts: readonly Range[];
}

export type ReadIndex =
  | { readonly state: 'read'; readonly statement: IndexStatement }
  | { readonly state: 'failed'; readonly message: string };

interface Token extends Range {
  readonly kind: string | undefined;
}

const failed = (message: string): ReadIndex => ({ state: 'failed', message });

/** SQLite's grammar allows these in an index, but SQLite refuses them. */
const REFUSED = /^(Subquery|Exists|InSelect|InTable|Variable|Raise)Expr$/;

const rangeOf = ({ span }: { span: { offset: number; length: number } }): Range => ({
  start: span.offset,
  end: span.offset + span.length,
});

const tokensOf = (sql: string): Token[] =>
  [...tokenize(sql)].map((token) => ({ kind: tokenName(token.type), ...rangeOf(token) }));

/** SQLite ignores parentheses around a single expression, so `(a)` is the column a. */
function unwrap(expr: Expr): Expr {
  const inner = expr.type === 'ParenthesizedExpr' && expr.exprs.length === 1 ? expr.exprs[0] : undefined;
  return inner ? unwrap(inner) : expr;
}

/** SQLite also reads the string 'a' in the list as the column a. */
function plainColumn(expr: Expr): NameAt | undefined {
  const inner = unwrap(expr);
  if (inner.type === 'Id') return { name: inner.name, ...rangeOf(inner) };
  return inner.type === 'StringLiteral' ? { name: inner.value, ...rangeOf(inner) } : undefined;
}

interface Mentions {
  readonly columns: NameAt[];
  readonly tables: NameAt[];
  refused?: string;
}

/** Collects the columns and tables that an expression mentions, but no function names. */
function collect(root: Expr, into: Mentions): void {
  traverse(root, {
    enter(node, parent) {
      if (REFUSED.test(node.type)) into.refused = 'Subqueries and parameters are not allowed in an index.';
      const isCall = parent?.type === 'FunctionCallExpr' || parent?.type === 'FunctionCallStarExpr';
      if (node.type === 'Id' && !(isCall && parent.name === node)) {
        into.columns.push({ name: node.name, ...rangeOf(node), mayBeText: true });
      }
      if (node.type === 'QualifiedExpr') {
        into.tables.push({ name: node.table.text, ...rangeOf(node.table) });
        into.columns.push({ name: node.column.text, ...rangeOf(node.column) });
      }
    },
  });
}

const ORDERS = { Asc: 'ASC', Desc: 'DESC' } as const;

type Column = CreateIndexStmt['columns'][number];

function columnOf(sql: string, { order, expr }: Column): [IndexColumn, NameAt | undefined] {
  const sort = order ? ORDERS[order] : '';
  const outer = unwrap(expr);
  const collate = outer.type === 'CollateExpr' ? outer.collation : '';
  const inner = outer.type === 'CollateExpr' ? outer.expr : outer;
  const plain = plainColumn(inner);
  if (plain) return [{ name: plain.name, collate, sort }, plain];
  const { start, end } = rangeOf(inner);
  return [{ name: '', expression: sql.slice(start, end), collate, sort }, undefined];
}

function statementOf(sql: string, node: CreateIndexStmt, tokens: readonly Token[]): ReadIndex {
  const token = (wanted: string, from: number) =>
    tokens.find(({ kind, start }) => kind === wanted && start >= from);
  // The span of a column begins with the list.
  const parts = node.columns.map((column) => ({
    start: rangeOf(column.expr).start,
    end: rangeOf(column).end,
  }));
  const indexKeyword = token('INDEX', 0);
  const open = token('LP', rangeOf(node.tblName).end);
  const close = token('RP', parts.at(-1)?.end ?? 0);
  if (!open || !close || !indexKeyword) return failed('The list of columns is missing.');
  const mentions: Mentions = { columns: [], tables: [{ name: node.tblName.text, ...rangeOf(node.tblName) }] };
  const columns: IndexColumn[] = [];
  for (const part of node.columns) {
    if (part.nulls) return failed('NULLS FIRST and NULLS LAST are not allowed in an index.');
    const [column, plain] = columnOf(sql, part);
    columns.push(column);
    if (plain) mentions.columns.push(plain);
    else collect(part.expr, mentions);
  }
  const where = node.whereClause;
  if (where) collect(where, mentions);
  if (mentions.refused) return failed(mentions.refused);
  const condition = where && rangeOf(where);
  return {
    state: 'read',
    statement: {
      sql,
      index: {
        unique: node.unique,
        optional: node.ifNotExists,
        schemaName: node.idxName.dbName?.text ?? '',
        indexName: node.idxName.objName.text,
        tableName: node.tblName.text,
        columns,
        where: condition ? sql.slice(condition.start, condition.end) : '',
      },
      indexKeyword,
      uniqueKeyword: tokens.find(({ kind, start }) => kind === 'UNIQUE' && start < indexKeyword.start),
      indexName: rangeOf(node.idxName.objName),
      tables: mentions.tables.filter(({ name }) => foldName(name) === foldName(node.tblName.text)),
      columns: mentions.columns,
      list: { start: open.start, end: close.end },
      parts,
    },
  };
}

/** The range of an empty list: the grammar needs a column, but a new index has none yet. */
function emptyList(tokens: readonly Token[]): Range | undefined {
  const on = tokens.findIndex(({ kind }) => kind === 'ON');
  const [open, close] = on < 0 ? [] : tokens.slice(on + 2, on + 4);
  return open?.kind === 'LP' && close?.kind === 'RP' ? { start: open.start, end: close.end } : undefined;
}

function withoutColumns(statement: IndexStatement, gap: Range, added: number): IndexStatement {
  const back = <T extends Range>(range: T): T =>
    range.start < gap.end ? range : { ...range, start: range.start - added, end: range.end - added };
  return {
    ...statement,
    index: { ...statement.index, columns: [] },
    tables: statement.tables.map(back),
    columns: statement.columns.slice(1).map(back),
    list: gap,
    parts: [],
  };
}

/** Parses exactly one CREATE INDEX, also without columns; fails with a message for the user. */
export function readIndex(sql: string): ReadIndex {
  const tokens = tokensOf(sql);
  const gap = emptyList(tokens);
  const placeholder = '_';
  const source = gap ? `${sql.slice(0, gap.end - 1)}${placeholder}${sql.slice(gap.end - 1)}` : sql;
  const result = parse(source);
  if (result.status !== 'ok') return failed(result.errors[0]?.message ?? 'This is not SQL.');
  const [node, ...others] = result.root.cmds;
  if (node?.type !== 'CreateIndexStmt' || others.length > 0) {
    return failed('Exactly one CREATE INDEX statement is expected.');
  }
  const read = statementOf(source, node, gap ? tokensOf(source) : tokens);
  if (read.state === 'failed' || !gap) return read;
  return { state: 'read', statement: { ...withoutColumns(read.statement, gap, placeholder.length), sql } };
}
