import { atom } from 'nanostores';
import type { Collection } from '#domain/backend/collection.ts';
import type { BulkAction, BulkCounts } from '#domain/records/bulk/words.ts';

export interface RefusedRecord {
  readonly id: string;
  readonly label: string;
  /** The message of the backend, or that there was no response. */
  readonly message: string;
}

/** The collection of the records; another one may be on screen meanwhile. */
export type BulkSource = Pick<Collection, 'id' | 'name'>;

export type Bulk =
  | { readonly state: 'idle' }
  /** Finding out which records are meant; `done` of them are known. */
  | { readonly state: 'reading'; readonly from: BulkSource; readonly done: number }
  | {
      readonly state: 'busy';
      readonly action: BulkAction;
      readonly from: BulkSource;
      readonly done: number;
      readonly total: number;
      /** No further record is sent; some responses are pending. */
      readonly isStopping: boolean;
    }
  /** Some records were refused. They stay selected, unless another list is on screen by now. */
  | {
      readonly state: 'failed';
      readonly action: BulkAction;
      readonly from: BulkSource;
      readonly counts: BulkCounts;
      readonly refused: readonly RefusedRecord[];
    };

/** The one action for many records that runs or has just ended. */
export const $bulk = atom<Bulk>({ state: 'idle' });

/** Hides the list of refused records. */
export function dismissBulk(): void {
  if ($bulk.get().state === 'failed') $bulk.set({ state: 'idle' });
}
