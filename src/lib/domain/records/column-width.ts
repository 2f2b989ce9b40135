import { members, ownOf, parseJson } from '#domain/app/lenient.ts';
import { textWidth } from '#domain/app/text-width.ts';
import { isEmptyValue, NO_VALUE, valueText } from '#domain/app/value-text.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { Column } from '#domain/collections/columns.ts';
import { COLUMNS } from '#domain/field-types/columns.ts';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { expandedOf, jsonText, presentableFiles, presentableText, type RecordData } from './record.ts';

export interface ColumnContent {
  /** In px, with the padding of the cell. */
  readonly width: number;
  readonly isNumeric: boolean;
}

/** By column id. */
export type Contents = Readonly<Record<string, ColumnContent>>;

export interface ListLook {
  /** In px of one em of {@link textWidth}. */
  readonly em: number;
  /** They stand beside values on touch screens, else they cover the end of the value in use. */
  readonly hasIcons: boolean;
}

export interface ContentOptions extends ListLook {
  /** Of the times of dates in a chosen zone, in em. */
  readonly timeWidth?: number | undefined;
  readonly relatedTo: (column: Column) => Collection | undefined;
  /** Part of the values that are whole, by default {@link SHARE}. */
  readonly share?: number;
  /** In px, of a column; the default depends on its type. */
  readonly most?: number;
}

/** In px, as in records.css. */
const CELL_PADDING = 16;
const CHIP_PADDING = 16;
/** An estimate may be too low by so much. */
const SLACK = 3;
const GAP = 4;
const THUMB = 28;
const ICON = 16;
const COPY_ICON = 28;
/** Part of the values that are whole: a few long ones don't widen a column. */
const SHARE = 0.9;
/** In cells with 12 and 13 px. */
const ID_CHARACTER = 7.25;
const MONO_CHARACTER = 7.85;

const sumWithGaps = (widths: readonly number[]) => widths.reduce((total, width) => total + width + GAP, -GAP);

/** Of a chip, in px. */
export const choiceWidth = (choice: string, em: number): number => textWidth(choice) * em + CHIP_PADDING;

/** Of a chip in px; the id stands for a missing record. */
export function relatedWidth(
  id: string,
  record: RecordData | undefined,
  collection: Collection | undefined,
  { em, hasIcons }: ListLook,
  collections: readonly Collection[] = [],
): number {
  if (!record) return id.length * ID_CHARACTER + CHIP_PADDING;
  const files = presentableFiles(record, collection).length * (THUMB + GAP);
  const text = presentableText(record, collection, undefined, collections);
  return choiceWidth(text, em) + files + (hasIcons ? ICON + GAP : 0);
}

/**
 * The number of whole chips in a cell, at least one.
 * @param widths of the first chips, in px
 * @param count of all values; those without a chip need place for their number
 */
export function fittingChips(widths: readonly number[], width: number, em: number, count = widths.length) {
  let rest = width - CELL_PADDING;
  if (count === widths.length && sumWithGaps(widths) <= rest) return count;
  rest -= choiceWidth(`+${count}`, em);
  const end = widths.findIndex((chip) => {
    rest -= chip + GAP;
    return rest < 0;
  });
  return end < 0 ? widths.length : Math.max(1, end);
}

/** In px, without the padding of the cell. */
function valueWidth(
  { type, name, ...column }: Column,
  record: RecordData,
  { relatedTo, most, ...look }: ContentOptions & { most: number },
): number {
  const { em, hasIcons } = look;
  const value = ownOf(record, name);
  const values = valuesOf(value);
  if (isEmptyValue(value)) return textWidth(NO_VALUE) * em;
  switch (type) {
    case 'id':
      return (
        record.id.length * ID_CHARACTER +
        (hasIcons ? COPY_ICON : 0) +
        ('emailVisibility' in record ? GAP + ICON : 0)
      );
    case 'number':
    case 'json':
      return jsonText(value).length * MONO_CHARACTER;
    case 'select':
      return sumWithGaps(values.map((choice) => choiceWidth(choice, em)));
    case 'file':
      return values.length * (THUMB + GAP) - GAP;
    case 'relation': {
      const expanded = expandedOf(record, name);
      const collection = relatedTo({ type, name, ...column });
      return sumWithGaps(values.map((id) => relatedWidth(id, expanded.get(id), collection, look)));
    }
    default:
      return textWidth(valueText(value), most / em) * em;
  }
}

/** Without columns that the rows don't have. */
export function contentsOf(
  columns: readonly Column[],
  rows: readonly RecordData[],
  options: ContentOptions,
): Contents {
  const { share = SHARE, timeWidth = 0, em } = options;
  return Object.fromEntries(
    columns.flatMap((column) => {
      const { id, name, type } = column;
      const values = rows.map((row) => ownOf(row, name));
      if (values[0] === undefined) return [];
      const { width, most: greatest } = COLUMNS[type];
      const most = options.most ?? greatest;
      // Bools and dates are always as wide.
      const isFixed = width === greatest;
      const time = Math.ceil(timeWidth * em + CELL_PADDING + SLACK);
      const fixed = type === 'date' ? Math.max(width, time) : width;
      const widths = rows.map((row) => (isFixed ? 0 : valueWidth(column, row, { ...options, most })));
      const needed = widths.sort((a, b) => a - b)[Math.ceil(share * (rows.length - 1))] ?? 0;
      const isJsonNumber = type === 'json' && values.some(isNumber) && values.every(isNumberOrEmpty);
      const isNumeric = type === 'number' || isJsonNumber;
      const chosen = isFixed ? fixed : Math.round(Math.min(needed + CELL_PADDING + SLACK, most));
      return [[id, { width: chosen, isNumeric }]];
    }),
  );
}

const isNumber = (value: unknown) => typeof value === 'number';
const isNumberOrEmpty = (value: unknown) => isNumber(value) || isEmptyValue(value);

/** In px. */
export const COLUMN_MIN = 60;
export const COLUMN_MAX = 2000;

/** In px, until the font is measured. */
const EM = 14;

/** In px, by column id. */
export type ChosenWidths = Readonly<Record<string, number>>;

const clampWidth = (width: number) => Math.min(COLUMN_MAX, Math.max(COLUMN_MIN, Math.round(width)));

/** Of stored JSON. Invalid widths are omitted. */
export const parseColumnWidths = (text: unknown): ChosenWidths =>
  Object.fromEntries(
    Object.entries(members(parseJson(text))).flatMap(([id, width]) =>
      Number.isFinite(width) ? [[id, clampWidth(Number(width))]] : [],
    ),
  );

/** Those of `changed` columns as shown, or removed if not shown. */
export function mergeWidths(stored: ChosenWidths, shown: ChosenWidths, changed: ReadonlySet<string>) {
  const kept = Object.entries(stored).filter(([id]) => !changed.has(id));
  return Object.fromEntries([...kept, ...Object.entries(shown).filter(([id]) => changed.has(id))]);
}

/** Beside the name, in px: padding, the icons of type and sort, a gap. */
const HEADER_EXTRA = 47;
/** In px, that a name gives to its column. */
const HEADER_MOST = 240;
/** While not all columns fit, flexible ones that name no record get this part of their greatest width. */
const TIGHT = 0.55;

const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);

export interface WidthOptions {
  readonly chosen?: ChosenWidths;
  readonly contents?: Contents;
  /** In px. */
  readonly em?: number;
}

/** Width of a column's name with its type icon, in px. */
export const headerWidth = (name: string, em: number): number =>
  Math.ceil(Math.min(HEADER_MOST, textWidth(name) * em + HEADER_EXTRA));

/** Flexible columns first get only a part, then what is left; without any, all columns share that. */
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
 * In px. Chosen widths are kept, and columns to the left of them are as wide as without: only those to the right of the
 * last chosen one share the rest, so the dragged edge follows the pointer.
 */
export function columnWidths(columns: readonly Column[], available: number, options: WidthOptions = {}) {
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
 * The column that stays in sight when the table is scrolled sideways: the first presentable one, if an unscrolled table
 * shows at least half of it, else the id.
 * @param available visible width of the columns, in px
 * @param most greatest width of that column, in px
 */
export function identityIndex(
  columns: readonly Column[],
  widths: readonly number[],
  available: number,
  most: number,
): number {
  const found = columns.findIndex(({ type, field }) => field?.isPresentable && type !== 'file');
  const index = Math.max(0, found);
  const middle = sum(widths.slice(0, index)) + Math.min(widths[index] ?? 0, most) / 2;
  return middle <= available ? index : 0;
}
