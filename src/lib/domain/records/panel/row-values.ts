import { ownOf } from '#domain/app/lenient.ts';
import { COLUMNS } from '#domain/field-types/columns.ts';
import { type FormValue, type FormValues, valueKind } from '#domain/field-types/form-value.ts';
import { isWhole } from '../big-values.ts';
import type { RecordData } from '../record.ts';
import type { FormField } from './fields.ts';
import { hasEveryField } from './schema-change.ts';
import { emptyValue } from './values.ts';

/** A row of the list on screen. */
export interface ListedRow {
  readonly row: RecordData;
  /** Whether the list has requested only an excerpt of this text field. */
  readonly isExcerpt: (name: string) => boolean;
}

/** The values of a record as far as its row in the list has them. */
export interface RowValues {
  readonly values: FormValues;
  /**
   * Names of the fields that wait for the record itself: the row has only a part of the value, or not its exact text.
   * Their value can be shown until then, but not edited; it is empty if the row has only a part.
   */
  readonly awaited: ReadonlySet<string>;
}

/** The source text of a number: the backend and `JSON.stringify` write numbers the same way. */
const numberSource = (value: unknown): string | undefined =>
  typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value))
    ? JSON.stringify(value)
    : undefined;

/** The value of a field if the row has all of it; parsing has rounded the numbers of JSON. */
export function wholeValue(field: FormField, { row, isExcerpt }: ListedRow): FormValue | undefined {
  const { name, kind, isMultiple } = field;
  const value = ownOf(row, name);
  const isLong = kind !== 'password' && COLUMNS[kind].long !== undefined;
  // Rich text is always requested as an excerpt.
  if (kind === 'editor' || (isLong && (isExcerpt(name) || !isWhole(value)))) return undefined;
  const source = kind === 'number' ? numberSource(value) : (JSON.stringify(value) ?? '');
  return source === undefined ? undefined : valueKind(kind).read(value, source, isMultiple);
}

/**
 * The form values of a record whose row is known; undefined if the row has not every field. Files are awaited, because
 * edits of two states of a list of files can't be merged, and so is JSON, because parsing it rounds numbers.
 */
export function readRow(fields: readonly FormField[], listed: ListedRow): RowValues | undefined {
  if (!hasEveryField(fields, listed.row)) return undefined;
  const found = fields.map((field) => ({ field, value: wholeValue(field, listed) }));
  const awaited = found.filter(
    ({ field, value }) => value === undefined || field.kind === 'json' || field.kind === 'file',
  );
  return {
    values: Object.fromEntries(found.map(({ field, value }) => [field.name, value ?? emptyValue(field)])),
    awaited: new Set(awaited.map(({ field }) => field.name)),
  };
}
