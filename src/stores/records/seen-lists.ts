import { atom } from 'nanostores';
import type { RecordsQuery } from '#domain/app/api-requests.ts';
import type { RecordData } from '#domain/records/record.ts';
import type { KeptRows, ReadyList } from '#stores/factories/create-list.ts';

/** The query of a list of records, without the page. */
export type ListQuery = Omit<RecordsQuery, 'page'>;

/** Identifies a requested list; a new value means a new list. */
export interface RequestedList {
  readonly query: ListQuery;
  /**
   * The schemas and the query of a view, which decide the names and values in the records: after a field was renamed,
   * rows loaded before don't match the columns.
   */
  readonly shape: Readonly<Record<'schema' | 'view' | 'related', unknown>>;
}

/** Where a list is scrolled to, in px. */
export interface Place {
  readonly top: number;
  readonly left: number;
}

/** A list with everything that is needed to show it again. */
export interface LeftList {
  readonly requested: RequestedList;
  readonly list: ReadyList<RecordData>;
  readonly total: number | undefined;
  readonly selected: ReadonlySet<string>;
  readonly heavy: ReadonlySet<string>;
  readonly place: Place;
}

/** How a list is shown again. */
export type RestoredList = KeptRows<RecordData> & Omit<LeftList, 'requested' | 'list'>;

/** The lists that were on screen before (`seen.ts`). */
export interface SeenLists {
  /** Called before the list leaves the screen. */
  readonly keep: (left: LeftList) => void;
  /** Called once a list is on screen; returns how to show its rows again, if they were kept. */
  readonly restore: (requested: RequestedList) => RestoredList | undefined;
}

/** What keeps the rows of lists that leave the screen; undefined until its code is fetched, and when that has ended. */
export const $seenLists = atom<SeenLists | undefined>(undefined);
