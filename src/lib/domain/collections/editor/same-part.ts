import { parseDate } from '#domain/app/date.ts';
import { dateOptions } from '#domain/field-types/options.ts';
import { isSameStructure } from '#domain/model/same-structure.ts';
import type { FieldValues } from './values.ts';

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Whether an option has no value. An input that was filled and emptied may leave another blank than before. */
export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || value === false || isEmptyList(value);

type Comparable = Pick<FieldValues, 'name' | 'type' | 'isRequired' | 'isPresentable' | 'options'>;

const instant = (value: unknown): unknown =>
  typeof value === 'string' ? (parseDate(value)?.toISOString() ?? value) : value;

/** Whether two values of a field option are equal: blanks of any kind, and dates in different formats, are. */
export function isSameFieldOption(type: FieldValues['type'], a: unknown, b: unknown): boolean {
  if (isBlank(a) && isBlank(b)) return true;
  return dateOptions(type).length ? isSameStructure(instant(a), instant(b)) : isSameStructure(a, b);
}

/** Names of the options that differ between two fields of one type. */
export function changedFieldOptions(a: Comparable, b: Comparable): string[] {
  const names = new Set([...Object.keys(a.options), ...Object.keys(b.options)]);
  return [...names].filter((name) => !isSameFieldOption(a.type, a.options[name], b.options[name]));
}

/** Whether two fields are equal, whatever their ids and positions. */
export function isSameField(a: Comparable, b: Comparable): boolean {
  const parts = ['name', 'type', 'isRequired', 'isPresentable'] as const;
  return parts.every((part) => a[part] === b[part]) && changedFieldOptions(a, b).length === 0;
}

/** Whether two values of a collection option are equal: an empty list equals null. */
export function isSameCollectionOption(a: unknown, b: unknown): boolean {
  return isSameStructure(isEmptyList(a) ? null : a, isEmptyList(b) ? null : b);
}
