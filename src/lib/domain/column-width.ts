import type { Column, ColumnType } from './columns.ts';

/** Width of a column before anybody changed it, in px. */
const WIDTHS: Readonly<Record<ColumnType, number>> = {
  id: 190,
  username: 170,
  email: 210,
  text: 220,
  url: 220,
  editor: 260,
  number: 110,
  bool: 90,
  date: 132,
  select: 170,
  json: 220,
  file: 160,
  relation: 220,
};

/** Columns whose content may be longer than they are: they share the room that is left. */
const FLEXIBLE: ReadonlySet<ColumnType> = new Set([
  'text',
  'url',
  'editor',
  'email',
  'username',
  'select',
  'json',
  'file',
  'relation',
]);

/**
 * The widths of the columns in px. Room that is left in `available` goes to the columns with long
 * content, or to all when there is none, so that the table fills its box.
 */
export function columnWidths(columns: readonly Column[], available: number): number[] {
  const widths = columns.map((column) => Math.max(WIDTHS[column.type], column.name.length * 8 + 72));
  const rest = available - widths.reduce((sum, width) => sum + width, 0);
  if (rest <= 0 || !columns.length) return widths;
  const flexible = columns.map((column) => FLEXIBLE.has(column.type));
  const count = flexible.filter(Boolean).length || columns.length;
  const isAny = flexible.some(Boolean);
  return widths.map((width, index) => (isAny && !flexible[index] ? width : width + rest / count));
}
