import { members, parseJson } from '#domain/app/lenient.ts';
import { ownOf } from '#domain/app/own.ts';
import type { Column } from '#domain/collections/columns.ts';
import { COLUMNS } from '#domain/field-types/columns.ts';

/** Minimum and maximum width of a column, in px. */
export const COLUMN_MIN = 60;
export const COLUMN_MAX = 2000;

/** Widths in px that the user has chosen, by column id. */
export type ChosenWidths = Readonly<Record<string, number>>;

const clampWidth = (width: number) => Math.min(COLUMN_MAX, Math.max(COLUMN_MIN, Math.round(width)));

/** Parses the chosen widths from stored JSON. Invalid widths are omitted. */
export function parseColumnWidths(text: unknown): ChosenWidths {
  return Object.fromEntries(
    Object.entries(members(parseJson(text))).flatMap(([id, width]) =>
      Number.isFinite(width) ? [[id, clampWidth(Number(width))]] : [],
    ),
  );
}

/** The stored widths, with those of the columns in `changed` replaced by the shown widths, or removed if not shown. */
export function mergeWidths(
  stored: ChosenWidths,
  shown: ChosenWidths,
  changed: ReadonlySet<string>,
): ChosenWidths {
  const kept = Object.entries(stored).filter(([id]) => !changed.has(id));
  return Object.fromEntries([...kept, ...Object.entries(shown).filter(([id]) => changed.has(id))]);
}

const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);

/** Distributes the rest of `available` to the flexible columns, or to all columns if none is flexible. */
function spread(columns: readonly Column[], widths: readonly number[], available: number): number[] {
  const rest = available - sum(widths);
  if (rest <= 0 || !columns.length) return [...widths];
  const flexible = columns.map((column) => COLUMNS[column.type].isFlexible);
  const count = flexible.filter(Boolean).length || columns.length;
  const isAnyFlexible = flexible.some(Boolean);
  return widths.map((width, index) => (isAnyFlexible && !flexible[index] ? width : width + rest / count));
}

/**
 * The widths of the columns in px. The rest of `available` goes to the flexible columns, or to all columns if none is
 * flexible, so that the table fills its container.
 *
 * Chosen widths are kept. Other columns to the left of a chosen one have the width that they would have without any
 * chosen width; only the columns to the right of the last chosen one share the rest. So the dragged edge follows the
 * pointer.
 */
export function columnWidths(
  columns: readonly Column[],
  available: number,
  chosen: ChosenWidths = {},
): number[] {
  const own = columns.map((column) => Math.max(COLUMNS[column.type].width, column.name.length * 8 + 72));
  const unchosen = spread(columns, own, available);
  const end = columns.findLastIndex(({ id }) => Object.hasOwn(chosen, id)) + 1;
  if (end === 0) return unchosen;
  const kept = columns
    .slice(0, end)
    .map(({ id }, index) => ownOf(chosen, id) ?? unchosen[index] ?? COLUMN_MIN);
  return [...kept, ...spread(columns.slice(end), own.slice(end), available - sum(kept))];
}
