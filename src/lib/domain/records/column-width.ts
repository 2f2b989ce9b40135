import * as v from 'valibot';
import { isObject, type JsonObject } from '#domain/app/is-object.ts';
import { ownOf } from '#domain/app/own.ts';
import type { Column } from '#domain/collections/columns.ts';
import { COLUMNS } from '#domain/field-types/columns.ts';

/** Narrowest and widest that a column can be made, in px. */
export const COLUMN_MIN = 60;
export const COLUMN_MAX = 2000;

/** Widths in px that were chosen by hand, by column id. */
export type ChosenWidths = Readonly<Record<string, number>>;

const clampWidth = (width: number) => Math.min(COLUMN_MAX, Math.max(COLUMN_MIN, Math.round(width)));

const storedWidths = v.pipe(
  v.string(),
  v.parseJson(),
  v.custom<JsonObject>(isObject),
  v.transform((widths) =>
    Object.fromEntries(
      Object.entries(widths).flatMap(([id, width]) =>
        Number.isFinite(width) ? [[id, clampWidth(Number(width))]] : [],
      ),
    ),
  ),
);

/** The chosen widths out of stored JSON; whatever is no width in px is left out. */
export function parseColumnWidths(text: unknown): ChosenWidths {
  const { success, output } = v.safeParse(storedWidths, text);
  return success ? output : {};
}

/** The stored widths, but of the columns in `changed` those on screen; one that is absent there goes. */
export function mergeWidths(
  stored: ChosenWidths,
  shown: ChosenWidths,
  changed: ReadonlySet<string>,
): ChosenWidths {
  const kept = Object.entries(stored).filter(([id]) => !changed.has(id));
  return Object.fromEntries([...kept, ...Object.entries(shown).filter(([id]) => changed.has(id))]);
}

const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);

/** Adds what is left in `available` to the columns with long content, or to all when there is none. */
function spread(columns: readonly Column[], widths: readonly number[], available: number): number[] {
  const rest = available - sum(widths);
  if (rest <= 0 || !columns.length) return [...widths];
  const flexible = columns.map((column) => COLUMNS[column.type].isFlexible);
  const count = flexible.filter(Boolean).length || columns.length;
  const isAny = flexible.some(Boolean);
  return widths.map((width, index) => (isAny && !flexible[index] ? width : width + rest / count));
}

/**
 * The widths of the columns in px. Room that is left in `available` goes to the columns with long
 * content, or to all when there is none, so that the table fills its box.
 *
 * Chosen widths are kept. What stands left of one is as wide as if nothing had been chosen and only what
 * follows the last one makes up for it: so the edge that is dragged follows the pointer.
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
