import { atom } from 'nanostores';
import type { CellUse } from '#domain/records/cells/range.ts';

/** The latest thing that somebody did with a cell; its code is fetched with the first. */
export const $cellUse = atom<CellUse | undefined>(undefined);

/** What a row of the list shows in place of its stored values. */
export interface WaitingRow {
  /** The values that wait to be saved, by the names of their fields. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Attributes of the marked cells, by the names of their fields. */
  readonly marks: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/** The rows with changes that wait to be saved, or with cells that were refused, by record id. */
export const $waitingRows = atom<ReadonlyMap<string, WaitingRow>>(new Map());
