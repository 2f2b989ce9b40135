import type { Expr, SelectFrom, Stmt } from 'sqlite3-parser';
import type { Collection } from '#domain/backend/collection.ts';
import { columnsOf } from '#domain/collections/columns.ts';
import { schemaIndex } from '#domain/collections/schema-index.ts';
import { foldName } from '#domain/model/fold-name.ts';
import { buildIndex } from '#domain/model/index-sql/tools.ts';
import type { SqlAnswer } from './answer.ts';
import { walk } from './judge.ts';

/** A step of a plan in words. */
export interface PlanStep {
  readonly text: string;
  /** 0 for those of the statement itself, more for those inside of another one. */
  readonly depth: number;
  /** Every row is read, or rows are sorted: an index may help. */
  readonly isSlow: boolean;
}

const WORDS: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/^SCAN CONSTANT ROW$/, () => 'Needs no table'],
  [/^SCAN (.+) VIRTUAL TABLE INDEX/, (table) => `Asks the function or virtual table ${table}`],
  [/^SEARCH (.+) VIRTUAL TABLE INDEX/, (table) => `Asks the function or virtual table ${table}`],
  [
    /^SCAN (.+) USING COVERING INDEX (.+)$/,
    (table, index) => `Reads every entry of the index ${index}, not the rows of ${table}`,
  ],
  [
    /^SCAN (.+) USING INDEX (.+)$/,
    (table, index) => `Reads every row of ${table}, in the order of the index ${index}`,
  ],
  [
    /^SEARCH (.+) USING AUTOMATIC (?:PARTIAL )?COVERING INDEX \((.+)\)$/,
    (table, by) => `Builds an index of ${table} for this statement alone, on ${by}`,
  ],
  [
    /^SEARCH (.+) USING INTEGER PRIMARY KEY \((.+)\)$/,
    (table, by) => `Finds rows of ${table} by their number (${by})`,
  ],
  [
    /^SEARCH (.+) USING COVERING INDEX (\S+) \((.+)\)$/,
    (table, index, by) => `Finds entries of ${table} in the index ${index} (${by}), without reading its rows`,
  ],
  [
    /^SEARCH (.+) USING (?:INDEX|PRIMARY KEY) ?(\S*) \((.+)\)$/,
    (table, index, by) => `Finds rows of ${table} by ${index ? `the index ${index}` : 'its key'} (${by})`,
  ],
  [/^SCAN (.+)$/, (table) => `Reads every row of ${table}`],
  [/^SEARCH (.+)$/, (table) => `Finds rows of ${table}`],
  [/^USE TEMP B-TREE FOR (?:LAST .* OF |RIGHT PART OF )?ORDER BY$/, () => 'Sorts the rows in memory'],
  [/^USE TEMP B-TREE FOR GROUP BY$/, () => 'Sorts the rows in memory to group them'],
  [/^USE TEMP B-TREE FOR (.+)$/, (what) => `Keeps a list in memory for ${what}`],
  [/^CORRELATED (?:SCALAR|LIST) SUBQUERY \d+$/, () => 'For each of these rows again:'],
  [/^(?:SCALAR|LIST) SUBQUERY \d+$/, () => 'Once before:'],
  [/^MULTI-INDEX OR$/, () => 'Joins what several indexes find:'],
  [/^INDEX (\d+)$/, (number) => `Index ${number}:`],
  [/^CO-ROUTINE (.+)$/, (name) => `For ${name}, row by row:`],
  [/^MATERIALIZE (.+)$/, (name) => `For ${name}, all rows first:`],
  [/^COMPOUND QUERY$/, () => 'Joins the rows of several queries:'],
  [/^LEFT-MOST SUBQUERY$/, () => 'First query:'],
  [/^(UNION ALL|UNION|EXCEPT|INTERSECT)\b.*$/, (name) => `Next query (${name}):`],
  [/^SETUP$/, () => 'To begin with:'],
  [/^RECURSIVE STEP$/, () => 'Again and again:'],
];

/** In words; what is not known stays as SQLite says it. */
function wordsOf(detail: string): string {
  const isLeft = / LEFT-JOIN$/.test(detail);
  const text = detail.replace(/ LEFT-JOIN$/, '');
  for (const [pattern, words] of WORDS) {
    const match = pattern.exec(text);
    if (match) return words(...match.slice(1)) + (isLeft ? ', if there are any' : '');
  }
  return detail;
}

interface PlanRow {
  readonly id: string;
  readonly parent: string;
  readonly detail: string;
}

const rowsOf = ({ rows }: SqlAnswer): PlanRow[] =>
  rows.map(([id, parent, , detail]) => ({ id: id ?? '', parent: parent ?? '0', detail: detail ?? '' }));

/** What `EXPLAIN QUERY PLAN` answers, in words and in its order. */
export function planSteps(answer: SqlAnswer): readonly PlanStep[] {
  const depths = new Map<string, number>();
  return rowsOf(answer).map(({ id, parent, detail }) => {
    const depth = (depths.get(parent) ?? -1) + 1;
    depths.set(id, depth);
    const isSlow = /^SCAN (?!CONSTANT|\S+ VIRTUAL|\S+ USING)|AUTOMATIC|ORDER BY$/.test(detail);
    return { text: wordsOf(detail), depth, isSlow };
  });
}

/** An index that may help, with the statement that makes it. */
export interface IndexIdea {
  readonly collection: Collection;
  readonly columns: readonly string[];
  readonly sql: string;
}

interface Table {
  readonly collection: Collection;
  /** What it is called in the statement, folded. */
  readonly name: string;
}

/** The parts of a condition that are joined by AND. */
function conjuncts(expr: Expr | undefined): readonly Expr[] {
  if (expr?.type === 'ParenthesizedExpr' && expr.exprs.length === 1) return conjuncts(expr.exprs[0]);
  if (expr?.type === 'BinaryExpr' && expr.op === 'And')
    return [...conjuncts(expr.left), ...conjuncts(expr.right)];
  return expr ? [expr] : [];
}

/** The column of a table that an expression is, by itself. */
function columnIn(expr: Expr, table: Table, isOnly: boolean): string | undefined {
  const has = (name: string) =>
    columnsOf(table.collection).find((column) => foldName(column.name) === foldName(name))?.name;
  if (expr.type === 'QualifiedExpr')
    return foldName(expr.table.text) === table.name ? has(expr.column.text) : undefined;
  return expr.type === 'Id' && isOnly ? has(expr.name) : undefined;
}

const RANGES: ReadonlySet<string> = new Set(['Greater', 'GreaterEquals', 'Less', 'LessEquals']);
const EQUALS: ReadonlySet<string> = new Set(['Equals', 'Is']);

function ideaFor(
  query: SelectFrom,
  order: readonly Expr[],
  table: Table,
  isOnly: boolean,
): IndexIdea | undefined {
  const equal = new Set<string>();
  let range: string | undefined;
  const column = (expr: Expr) => columnIn(expr, table, isOnly);
  const joined = [query.from?.joins ?? []]
    .flat()
    .flatMap(({ constraint }) => (constraint?.type === 'OnJoinConstraint' ? conjuncts(constraint.expr) : []));
  for (const part of [...conjuncts(query.whereClause), ...joined]) {
    if (part.type === 'InListExpr' && !part.not) range ??= column(part.lhs);
    if (part.type === 'BetweenExpr' && !part.not) range ??= column(part.lhs);
    if (part.type !== 'BinaryExpr') continue;
    const [left, right] = [column(part.left), column(part.right)];
    const one = left ?? right;
    if (!one || (left && right)) continue;
    if (EQUALS.has(part.op)) equal.add(one);
    if (RANGES.has(part.op)) range ??= one;
  }
  // It has an index.
  if (equal.has('id')) return undefined;
  const sorted = order.map(column);
  const isSorted = sorted.length > 0 && sorted.every((name) => name !== undefined);
  const rest =
    range && !equal.has(range) ? [range] : isSorted ? sorted.filter((name) => name && !equal.has(name)) : [];
  const columns = [...equal, ...rest].filter((name) => name !== undefined);
  if (!columns.length) return undefined;
  const indexName = `idx_${table.collection.name}_${columns.join('_')}`;
  const plain = columns.map((name) => ({ name, collate: '', sort: '' }) as const);
  const sql = buildIndex({
    ...{ unique: false, optional: false, schemaName: '', where: '' },
    ...{ indexName, tableName: table.collection.name, columns: plain },
  });
  return { collection: table.collection, columns, sql };
}

/** The indexes that may help where a plan reads every row of a collection. */
export function indexIdeas(
  node: Stmt,
  answer: SqlAnswer,
  collections: readonly Collection[],
): readonly IndexIdea[] {
  const index = schemaIndex(collections);
  const scanned = new Set(
    rowsOf(answer).flatMap(({ detail }) => {
      const found = /^(?:SCAN (\S+)(?: LEFT-JOIN)?|SEARCH (\S+) USING AUTOMATIC.*)$/.exec(detail);
      const name = found?.[1] ?? found?.[2];
      return name ? [foldName(name)] : [];
    }),
  );
  const ideas = new Map<string, IndexIdea>();
  walk(node, (one) => {
    if (one.type !== 'Select' || one.select.type !== 'SelectFrom') return;
    const { from } = one.select;
    const all = [from?.select, ...(from?.joins ?? []).map(({ table }) => table)];
    for (const each of all) {
      if (each?.type !== 'TableSelectTable') continue;
      const collection = index.byName(each.tblName.objName.text);
      const name = foldName(each.alias?.name.text ?? each.tblName.objName.text);
      if (!collection || collection.type === 'view' || !scanned.has(name)) continue;
      const order = (one.orderBy ?? []).map(({ expr }) => expr);
      const idea = ideaFor(one.select, order, { collection, name }, all.length === 1);
      if (idea) ideas.set(idea.sql, idea);
    }
  });
  return [...ideas.values()];
}
