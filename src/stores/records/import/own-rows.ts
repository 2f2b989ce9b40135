import { ownOf } from '#domain/app/lenient.ts';
import { type Collection, ownFields } from '#domain/backend/collection.ts';
import { relatedTo } from '#domain/collections/collection.ts';
import { shownType } from '#domain/field-types/field-type.ts';
import { type FormKind, isListValue, textOf } from '#domain/field-types/form-value.ts';
import { comparableKey } from '#domain/records/import/key-filter.ts';
import type { ImportPlan, MappedColumn } from '#domain/records/import/plan.ts';
import { orderRows, type RowStep } from '#domain/records/import/row-order.ts';
import type { ImportRow, ImportTable } from '#domain/records/import/table.ts';

export interface Target {
  readonly collection: Collection;
  readonly collections: readonly Collection[];
  readonly plan: ImportPlan;
}

/** The type of a field that the collection defines; the others are texts. */
export function kindOf(collection: Collection, name: string): FormKind | undefined {
  const field = ownFields(collection).find((one) => one.name === name);
  return field && shownType(field.type);
}

export interface OwnRows {
  /** In this order each row comes after those to which it refers. */
  readonly steps: readonly RowStep[];
  /** Rows in circles, whose references are set when all rows are stored. */
  readonly circular: ReadonlySet<number>;
  /** How many other rows refer to a row below them. */
  readonly later: number;
  /** Positions of the rows to which a row refers. */
  readonly refs: ReadonlyMap<number, readonly number[]>;
  /** Positions of the rows that a text of this column means. */
  readonly find: (column: number, text: string) => readonly number[];
  /** The ids of the records of rows, as soon as they are known. */
  readonly ids: Map<number, string>;
}

/** Whether a column refers to records of the collection itself. */
export const isOwnColumn = ({ field }: MappedColumn, { collection, collections }: Omit<Target, 'plan'>) =>
  field.field?.type === 'relation' && relatedTo(field.field, collections)?.id === collection.id;

/** The texts of a relation, as they are compared. */
export function textsOf({ values }: ImportRow, name: string, kind: ReturnType<typeof kindOf>): string[] {
  const value = ownOf(values, name);
  const texts = isListValue(value) ? value : [textOf(value)];
  return texts.filter((text) => text !== '').map((text) => comparableKey(text, kind));
}

/** Reads all rows to find out which refer to which; undefined if no column refers to the collection itself. */
export async function readOwnRows(
  table: Pick<ImportTable, 'rows'>,
  batches: number,
  target: Target,
  isStopped: () => boolean,
): Promise<OwnRows | undefined> {
  const columns = target.plan.columns
    .filter((column) => isOwnColumn(column, target))
    .map((mapped) => {
      const kind = kindOf(target.collection, mapped.key);
      return { ...mapped, kind, rows: new Map<string, number[]>() };
    });
  if (!columns.length) return undefined;
  const texts: (readonly [row: number, of: (typeof columns)[number], text: string])[] = [];
  const ends: number[] = [];
  for (let batch = 0; batch < batches && !isStopped(); batch++) {
    const rows = await table.rows(batch);
    for (const row of rows) {
      for (const of of columns) {
        const key = comparableKey(textOf(ownOf(row.values, of.key)), of.kind);
        const others = of.rows.get(key);
        if (others) others.push(row.index);
        else if (key) of.rows.set(key, [row.index]);
        for (const text of textsOf(row, of.field.name, of.kind)) texts.push([row.index, of, text]);
      }
    }
    ends.push((ends.at(-1) ?? 0) + rows.length);
  }
  const refs = new Map<number, number[]>();
  for (const [row, of, text] of texts) {
    const others = of.rows.get(text);
    if (others) refs.set(row, [...(refs.get(row) ?? []), ...others]);
  }
  const { steps, circular } = orderRows(ends, refs);
  return {
    ...{ steps, circular, refs },
    later: [...refs].filter(([row, others]) => !circular.has(row) && others.some((other) => other > row))
      .length,
    find: (column, text) => columns.find((of) => of.column === column)?.rows.get(text) ?? [],
    ids: new Map(),
  };
}

export type Step = Pick<RowStep, 'batch'> & Partial<RowStep>;

/** The steps in which rows are sent: batch after batch, or in the order of their references. */
export const stepsOf = (batches: number, own: OwnRows | undefined): readonly Step[] =>
  own?.steps ?? Array.from({ length: batches }, (_, batch) => ({ batch }));

export async function rowsOf(table: Pick<ImportTable, 'rows'>, { batch, rows }: Step) {
  const all = await table.rows(batch);
  const first = all[0]?.index ?? 0;
  return rows ? rows.flatMap((row) => all[row - first] ?? []) : all;
}
