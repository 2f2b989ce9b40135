import type { ColumnType } from './field-type.ts';

interface ColumnTraits {
  /** In px, until values are known. */
  readonly width: number;
  /** In px, the most that values give to a column. */
  readonly most: number;
  /** Values may be wider than the column: it takes a share of the remaining space in the table. */
  readonly isFlexible: boolean;
  /** Values name a record and are short: the column is not narrowed while others are. */
  readonly isName?: true;
  /** A list keeps only the beginning; 'excerpt': the backend can send only that. Not for ids, choices and files. */
  readonly long?: 'excerpt' | 'whole';
  /** Values are chips: how many are shown depends on the width. */
  readonly hasChips?: true;
  /** A cell never has the whole value: it has no tags, rounded numbers, or pictures only. */
  readonly isInexact?: true;
}

/** How a list displays the values of each type. */
export const COLUMNS: Readonly<Record<ColumnType, ColumnTraits>> = {
  id: { width: 128, most: 260, isFlexible: false },
  username: { width: 130, most: 240, isFlexible: true, isName: true },
  email: { width: 200, most: 280, isFlexible: true, isName: true },
  text: { width: 180, most: 320, isFlexible: true, long: 'excerpt' },
  url: { width: 180, most: 240, isFlexible: true, long: 'excerpt' },
  editor: { width: 180, most: 320, isFlexible: true, long: 'whole', isInexact: true },
  number: { width: 90, most: 180, isFlexible: false },
  bool: { width: 60, most: 60, isFlexible: false },
  date: { width: 104, most: 104, isFlexible: false },
  select: { width: 130, most: 240, isFlexible: true, hasChips: true },
  json: { width: 150, most: 280, isFlexible: true, long: 'whole', isInexact: true },
  file: { width: 100, most: 240, isFlexible: true, isInexact: true },
  geoPoint: { width: 150, most: 240, isFlexible: true },
  relation: { width: 150, most: 240, isFlexible: true, hasChips: true },
};
