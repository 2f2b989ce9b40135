import { ownOf } from '#domain/app/lenient.ts';
import { type Collection, ownFields } from '#domain/backend/collection.ts';
import { relatedTo } from '#domain/collections/collection.ts';
import { shownType } from '#domain/field-types/field-type.ts';
import { type FormKind, isListValue, textOf } from '#domain/field-types/form-value.ts';
import { comparableKey } from './key-filter.ts';
import type { ImportPlan, MappedColumn } from './plan.ts';
import type { ImportRow, ImportTable } from './table.ts';

/** Rows of one batch, by their positions in the file. */
interface RowStep {
  readonly batch: number;
  readonly rows: readonly number[];
}

/** By a row's position: those of the rows to which it refers. */
type References = ReadonlyMap<number, readonly number[]>;

/** One row of each circle that is found by following the first open reference of each open row. */
function circlesOf(count: number, isOpen: (row: number) => boolean, refs: References): number[] {
  const walks = new Uint32Array(count);
  const found: number[] = [];
  for (let from = 0; from < count; from++) {
    let row = from;
    while (isOpen(row) && !walks[row]) {
      walks[row] = from + 1;
      row = refs.get(row)?.find(isOpen) ?? row;
    }
    // The walk has come back to one of its own rows.
    if (isOpen(row) && walks[row] === from + 1) found.push(row);
  }
  return found;
}

/**
 * Orders rows after those to which they refer, in few batches. `ends` are the positions after each batch's last row;
 * `circular` has one row of each circle of references.
 */
export function orderRows(ends: readonly number[], refs: References) {
  const count = ends.at(-1) ?? 0;
  const batchOf = new Uint32Array(count);
  for (const [batch, end] of ends.entries()) batchOf.fill(batch, ends[batch - 1] ?? 0, end);
  /** How many rows have to be sent before a row, and the rows that wait for it. */
  const open = new Uint32Array(count);
  const waiting = new Map<number, number[]>();
  for (const [row, others] of refs) {
    for (const other of new Set(others)) {
      open[row] = (open[row] ?? 0) + 1;
      const list = waiting.get(other);
      if (list) list.push(row);
      else waiting.set(other, [row]);
    }
  }
  const isSent = new Uint8Array(count);
  const ready: number[][] = ends.map(() => []);
  const makeReady = (row: number) => {
    isSent[row] = 1;
    ready[batchOf[row] ?? 0]?.push(row);
  };
  for (let row = 0; row < count; row++) if (!open[row]) makeReady(row);

  const steps: RowStep[] = [];
  const circular = new Set<number>();
  let left = count;
  for (let batch = 0, idle = 0; left > 0; batch = (batch + 1) % ends.length) {
    const rows = ready[batch] ?? [];
    // It grows while it is read.
    for (const row of rows) {
      for (const other of waiting.get(row) ?? []) {
        open[other] = (open[other] ?? 0) - 1;
        if (!open[other] && !isSent[other]) makeReady(other);
      }
    }
    if (rows.length) steps.push({ batch, rows });
    left -= rows.length;
    ready[batch] = [];
    idle = rows.length ? 0 : idle + 1;
    if (idle < ends.length || !left) continue;
    for (const row of circlesOf(count, (one) => !isSent[one], refs)) {
      circular.add(row);
      makeReady(row);
    }
    idle = 0;
  }
  return { steps, circular };
}

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
