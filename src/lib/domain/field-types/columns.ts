import type { ColumnType } from './field-type.ts';

interface ColumnTraits {
  /** Width before anybody changed it, in px. */
  readonly width: number;
  /** Whether values may be wider than the column: it shares the space that is left in the table. */
  readonly isFlexible: boolean;
  /**
   * Values may be very long, so a list keeps only their beginning; of an 'excerpt' the backend can send that
   * beginning alone. Lists of ids, choices and file names are needed in full.
   */
  readonly long?: 'excerpt' | 'whole';
}

/** How lists treat the values of each type. */
export const COLUMNS: Readonly<Record<ColumnType, ColumnTraits>> = {
  id: { width: 190, isFlexible: false },
  username: { width: 170, isFlexible: true },
  email: { width: 210, isFlexible: true },
  text: { width: 220, isFlexible: true, long: 'excerpt' },
  url: { width: 220, isFlexible: true, long: 'excerpt' },
  editor: { width: 260, isFlexible: true, long: 'whole' },
  number: { width: 110, isFlexible: false },
  bool: { width: 90, isFlexible: false },
  date: { width: 132, isFlexible: false },
  select: { width: 170, isFlexible: true },
  json: { width: 220, isFlexible: true, long: 'whole' },
  file: { width: 160, isFlexible: true },
  relation: { width: 220, isFlexible: true },
};
