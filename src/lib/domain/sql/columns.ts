import type { SelectFrom, Stmt } from 'sqlite3-parser';
import { parseJson } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { type Column, columnOf } from '#domain/collections/columns.ts';
import { schemaIndex } from '#domain/collections/schema-index.ts';
import type { ColumnType } from '#domain/field-types/field-type.ts';
import { foldName } from '#domain/model/fold-name.ts';
import type { SqlAnswer } from './answer.ts';

interface Source {
  readonly collection: Collection;
  readonly column: Column;
}

export interface ResultColumn {
  /** Different from all others of the result: a second `id` is `id (2)`. */
  readonly name: string;
  /** Of the column that it comes from, else by its values. */
  readonly type: ColumnType;
  /** Undefined if the value is computed, or where it comes from can't be told. */
  readonly source: Source | undefined;
}

type Row = SqlAnswer['rows'][number];

interface Table {
  /** What the statement calls it, folded. */
  readonly name: string;
  /** Undefined for anything but a collection. */
  readonly collection: Collection | undefined;
}

const find = (collection: Collection, name: string): Source | undefined => {
  const field = collection.fields.find((one) => foldName(one.name) === foldName(name));
  return field && { collection, column: columnOf(field) };
};

function tablesOf(
  { from }: SelectFrom,
  others: ReadonlySet<string>,
  collections: readonly Collection[],
): Table[] {
  return [from?.select, ...(from?.joins ?? []).map(({ table }) => table)].flatMap((table) => {
    if (!table) return [];
    const alias = 'alias' in table ? table.alias?.name.text : undefined;
    if (table.type !== 'TableSelectTable') return [{ name: foldName(alias ?? ''), collection: undefined }];
    const name = table.tblName.objName.text;
    const isOther = others.has(foldName(name));
    return [
      {
        name: foldName(alias ?? name),
        collection: isOther ? undefined : schemaIndex(collections).byName(name),
      },
    ];
  });
}

/** Where the columns of `*` come from: those of each table in turn. */
function sourcesOfStar(names: readonly string[], tables: readonly Table[]): (Source | undefined)[] {
  let at = 0;
  let left = new Set(tables[0]?.collection?.fields.map(({ name }) => foldName(name)));
  return names.map((name) => {
    const folded = foldName(name);
    while (tables[at]?.collection && !left.has(folded)) {
      at += 1;
      left = new Set(tables[at]?.collection?.fields.map((field) => foldName(field.name)));
    }
    left.delete(folded);
    const { collection } = tables[at] ?? {};
    return collection && find(collection, name);
  });
}

/** Where the columns of a statement come from, as far as its text tells. */
function sourcesOf(
  names: readonly string[],
  node: Stmt | undefined,
  collections: readonly Collection[],
): readonly (Source | undefined)[] {
  if (node?.type !== 'SelectStmt' || node.body.compounds || node.body.select.type !== 'SelectFrom') return [];
  const query = node.body.select;
  const others = new Set(node.body.with?.ctes.map(({ tblName }) => foldName(tblName.text)));
  const tables = tablesOf(query, others, collections);
  const stars = query.columns.filter(({ type }) => type !== 'ExprResultColumn');
  // Nobody knows where the first one ends.
  if (stars.length > 1) return [];
  const inStar = names.length - query.columns.length + stars.length;
  let at = 0;
  return query.columns.flatMap((item) => {
    const count = item.type === 'ExprResultColumn' ? 1 : inStar;
    const some = names.slice(at, at + count);
    at += count;
    if (item.type === 'StarResultColumn') return sourcesOfStar(some, tables);
    if (item.type === 'TableStarResultColumn')
      return sourcesOfStar(
        some,
        tables.filter(({ name }) => name === foldName(item.table.text)),
      );
    const { expr } = item;
    if (expr.type === 'QualifiedExpr') {
      const { collection } = tables.find(({ name }) => name === foldName(expr.table.text)) ?? {};
      return [collection && find(collection, expr.column.text)];
    }
    if (expr.type !== 'Id' || tables.some(({ collection }) => !collection)) return [undefined];
    const found = tables.flatMap(({ collection }) => (collection && find(collection, expr.name)) ?? []);
    return [found.length === 1 ? found[0] : undefined];
  });
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i;

function typeByValues(rows: readonly Row[], at: number): ColumnType {
  const values = rows.flatMap((row) => row[at] ?? []);
  return values.length && values.every((value) => NUMBER.test(value)) ? 'number' : 'text';
}

export function resultColumns(
  { columns, rows }: SqlAnswer,
  node: Stmt | undefined,
  collections: readonly Collection[],
): readonly ResultColumn[] {
  const sources = sourcesOf(columns, node, collections);
  const names = new Set<string>();
  return columns.map((column, at) => {
    let name = column;
    for (let number = 2; names.has(name); number += 1) name = `${column} (${number})`;
    names.add(name);
    const source = sources[at];
    return { name, type: source?.column.type ?? typeByValues(rows, at), source };
  });
}

/** A value as its column has it. */
export function typedValue(value: string | null, type: ColumnType): unknown {
  if (value === null) return null;
  if (type === 'bool') return value === '1' || value === 'true';
  const isList = /^\[/.test(value) && (type === 'select' || type === 'relation' || type === 'file');
  return isList || type === 'json' || type === 'geoPoint' ? (parseJson(value) ?? value) : value;
}

/** The record that a row, or one cell of it, is about. */
export function recordOf(
  row: Row,
  columns: readonly ResultColumn[],
): { readonly collection: Collection; readonly id: string } | undefined {
  const at = columns.findIndex(({ source }, index) => source?.column.type === 'id' && row[index]);
  const source = columns[at]?.source;
  return source && { collection: source.collection, id: row[at] ?? '' };
}

function compare(one: string | null, other: string | null, isNumber: boolean): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  if (isNumber && Number(one) !== Number(other)) return Number(one) - Number(other);
  return one === other ? 0 : one < other ? -1 : 1;
}

/** The rows in the order of a column, numbers as numbers; NULL comes first. */
export function sortedRows(
  rows: readonly Row[],
  at: number,
  isNumber: boolean,
  descending: boolean,
): readonly Row[] {
  const sign = descending ? -1 : 1;
  return rows.toSorted((one, other) => sign * compare(one[at] ?? null, other[at] ?? null, isNumber));
}

/** JSON of a value; a number with all its digits. */
function jsonOf(value: string | null, type: ColumnType): string {
  const typed = typedValue(value, type);
  if (type === 'number' && value !== null && NUMBER.test(value)) return value;
  // Not printed again, which could change a number in it.
  if (typeof typed === 'object' && typed !== null && value !== null) return value;
  return JSON.stringify(typed);
}

export const jsonText = (columns: readonly ResultColumn[], rows: readonly Row[]): string =>
  `[\n${rows
    .map(
      (row) =>
        `{${columns.map(({ name, type }, at) => `${JSON.stringify(name)}:${jsonOf(row[at] ?? null, type)}`).join(',')}}`,
    )
    .join(',\n')}\n]\n`;
