/** In the order of the menu of 'New field'. */
export const fieldTypes = [
  'text',
  'editor',
  'number',
  'bool',
  'email',
  'url',
  'date',
  'select',
  'file',
  'relation',
  'json',
] as const;
export type FieldType = (typeof fieldTypes)[number];

/** Also of system columns. */
export type ColumnType = FieldType | 'id' | 'username';

export interface TypedField {
  readonly type: FieldType;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Depending on its options, a field of this type holds several values. */
export const hasMultiple = (type: FieldType): boolean =>
  type === 'select' || type === 'file' || type === 'relation';

/** A relation without `maxSelect` has no limit. */
export function isMultiple({ type, options }: TypedField): boolean {
  const max = options['maxSelect'];
  if (type === 'relation') return max !== 1;
  return hasMultiple(type) && typeof max === 'number' && max > 1;
}

/** Of a field with one or several values, without empty ones. */
export function valuesOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((item): item is string => typeof item === 'string' && item !== '');
}

/** The backend sends null for an empty list. */
export function listOption(options: TypedField['options'], name: string): string[] {
  const value = options[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The value of an option that holds a number; undefined for any other value. */
export function numberOption(options: TypedField['options'], name: string): number | undefined {
  const value = options[name];
  return typeof value === 'number' && !Number.isNaN(value) ? value : undefined;
}
