import type { ColumnType } from './field-type.ts';

interface ColumnTraits {
  /** Default width, in px. */
  readonly width: number;
  /** Whether values may be wider than the column. It then takes a share of the remaining space in the table. */
  readonly isFlexible: boolean;
  /**
   * Set for values that may be very long: a list keeps only their beginning. With 'excerpt' the backend can send only
   * that beginning. Not set for lists of ids, choices and file names, which are needed completely.
   */
  readonly long?: 'excerpt' | 'whole';
}

/** How a list displays the values of each type. */
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
