import { members, ownOf, parseJson } from '#domain/app/lenient.ts';
import { textWidth } from '#domain/app/text-width.ts';
import type { Column } from '#domain/collections/columns.ts';
import { COLUMNS } from '#domain/field-types/columns.ts';
import type { Contents } from './column-content.ts';

/** Minimum and maximum width of a column, in px. */
export const COLUMN_MIN = 60;
export const COLUMN_MAX = 2000;

/** Px for one em of list text, until the font is measured. */
const EM = 14;

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

/** Width of a header beside its name, in px: padding, the icons of type and sort, a gap. */
const HEADER_EXTRA = 47;
/** Greatest width that a name gives to its column, in px. */
const HEADER_MOST = 240;
/** While not all columns fit, the flexible ones that name no record get this part of their greatest width. */
const TIGHT = 0.55;

const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);

/** What decides the widths of columns that the user has not resized. */
export interface WidthOptions {
  readonly chosen?: ChosenWidths;
  readonly contents?: Contents;
  /** Px for one em of list text. */
  readonly em?: number;
}

/** Width of a column's name with its type icon, in px. */
export const headerWidth = (name: string, em: number): number =>
  Math.ceil(Math.min(HEADER_MOST, textWidth(name) * em + HEADER_EXTRA));

/**
 * Gives each column what its content needs, as far as `available` allows: flexible ones first only a part. What is left
 * then goes to the flexible columns, or to all columns if none is flexible.
 */
function fill(columns: readonly Column[], available: number, { contents = {}, em = EM }: WidthOptions) {
  const traits = columns.map(({ id, type }) => {
    const { most, isFlexible, isName = false } = COLUMNS[type];
    return { most, isName, isFlexible: isFlexible && !ownOf(contents, id)?.isNumeric };
  });
  const wanted = columns.map(({ id, type, name }) => {
    const needed = ownOf(contents, id)?.width ?? COLUMNS[type].width;
    return Math.max(COLUMN_MIN, headerWidth(name, em), needed);
  });
  const tight = wanted.map((width, index) => {
    const { isFlexible, isName, most } = traits[index] ?? COLUMNS.text;
    return isFlexible && !isName
      ? Math.max(headerWidth(columns[index]?.name ?? '', em), Math.min(width, most * TIGHT))
      : width;
  });
  const [least, most] = [sum(tight), sum(wanted)];
  if (available <= least) return tight.map(Math.round);
  if (available < most) {
    const part = (available - least) / (most - least);
    return tight.map((width, index) => width + ((wanted[index] ?? width) - width) * part);
  }
  const isAnyFlexible = traits.some(({ isFlexible }) => isFlexible);
  const grows = traits.map(({ isFlexible }) => isFlexible || !isAnyFlexible);
  const share = (available - most) / grows.filter(Boolean).length;
  return wanted.map((width, index) => (grows[index] ? width + share : width));
}

/**
 * The widths of the columns in px. Each is as wide as its content and its name need, see {@link fill}.
 *
 * Chosen widths are kept. Other columns to the left of a chosen one have the width that they would have without any
 * chosen width; only the columns to the right of the last chosen one share the rest. So the dragged edge follows the
 * pointer.
 */
export function columnWidths(
  columns: readonly Column[],
  available: number,
  options: WidthOptions = {},
): number[] {
  const { chosen = {} } = options;
  const unchosen = fill(columns, available, options);
  const end = columns.findLastIndex(({ id }) => Object.hasOwn(chosen, id)) + 1;
  if (end === 0) return unchosen;
  const kept = columns
    .slice(0, end)
    .map(({ id }, index) => ownOf(chosen, id) ?? unchosen[index] ?? COLUMN_MIN);
  return [...kept, ...fill(columns.slice(end), available - sum(kept), options)];
}

/**
 * The column that stays in sight when the table is scrolled sideways, so that one knows whose row it is: the first
 * presentable one, if an unscrolled table shows at least half of it, else the id.
 * @param available visible width of the columns, in px
 * @param most greatest width of that column, in px
 */
export function identityIndex(
  columns: readonly Column[],
  widths: readonly number[],
  available: number,
  most: number,
): number {
  const found = columns.findIndex(({ type, field }) => field?.presentable && type !== 'file');
  const index = Math.max(0, found);
  const middle = sum(widths.slice(0, index)) + Math.min(widths[index] ?? 0, most) / 2;
  return middle <= available ? index : 0;
}
