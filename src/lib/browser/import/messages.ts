import type { ImportTable } from '#domain/records/import/table.ts';

/** A call of a function of the table in the worker. */
export interface TableCall {
  readonly id: number;
  readonly name: keyof ImportTable;
  readonly values: readonly unknown[];
}

/** What the worker responds: bytes that it has read, or the end of a call. */
export type TableReply =
  | { readonly id: number; readonly bytes: number }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly problem: string; readonly isFileProblem: boolean };
