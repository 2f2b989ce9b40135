import type { Field, FieldType } from '#domain/backend/field.ts';

/** In the order of the menu of 'New field'. */
export const shownTypes = [
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
] as const satisfies readonly FieldType[];
/** Types whose values have their own look and input. */
export type ShownType = (typeof shownTypes)[number] | 'geoPoint';

/** As which values of a type are shown that has no look of its own. */
const SHOWN_AS: Readonly<Record<Exclude<FieldType, ShownType>, ShownType>> = {
  autodate: 'date',
  password: 'text',
  unknown: 'json',
};

const isShown = (type: FieldType): type is ShownType => !Object.hasOwn(SHOWN_AS, type);

export const shownType = (type: FieldType): ShownType => (isShown(type) ? type : SHOWN_AS[type]);

/** Also of columns that mean something to the backend. */
export type ColumnType = ShownType | 'id' | 'username';

/** Whether the text of a value may have letters, which are searched in other spellings, too. */
export const hasLetters = (type: ColumnType): boolean =>
  type !== 'number' && type !== 'bool' && type !== 'date' && type !== 'geoPoint';

/** Depending on its options, a field of this type holds several values. */
export const hasMultiple = (type: string): type is 'select' | 'file' | 'relation' =>
  type === 'select' || type === 'file' || type === 'relation';

/** A field, or the members of one that is edited. */
export interface Counted {
  readonly type: FieldType;
  readonly max?: unknown;
}

/** The most values of a field; `Infinity` without a limit. */
export function mostOf({ type, max }: Counted): number {
  if (!hasMultiple(type)) return 1;
  if (typeof max === 'number' && max > 0) return max;
  return type === 'relation' || max === null ? Number.POSITIVE_INFINITY : 1;
}

export const isMultiple = (field: Counted): boolean => mostOf(field) > 1;

/** Of a field with one or several values, without empty ones. */
export function valuesOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((item): item is string => typeof item === 'string' && item !== '');
}

export const choicesOf = (field: Field | undefined): readonly string[] =>
  field?.type === 'select' ? field.choices : [];

/** Who sets a value: nobody types a date that the backend sets, and what no one knows is left alone. */
export const isTyped = ({ type }: Pick<Field, 'type'>): boolean => type !== 'autodate' && type !== 'unknown';

/** No answer has the value: that of a password, and of columns that are built in and not even listed. */
export const isSecret = ({ type, role, isBuiltIn, isHidden, raw }: Field): boolean =>
  type === 'password' || role === 'tokenKey' || (isBuiltIn && isHidden && !raw);

/** In bytes; `Infinity` without a limit. */
export const largestSize = (field: Field | undefined): number =>
  (field?.type === 'file' && typeof field.maxSize === 'number' && field.maxSize) || Number.POSITIVE_INFINITY;

/** The limits of a number; undefined without one. */
export const rangeOf = (
  field: Field | undefined,
): { readonly min: number | undefined; readonly max: number | undefined } =>
  field?.type === 'number'
    ? { min: field.min ?? undefined, max: field.max ?? undefined }
    : { min: undefined, max: undefined };

/** The id of the collection to which a relation points; undefined for a field of another type. */
export const relatedId = (field: Field | undefined): string | undefined =>
  field?.type === 'relation' ? field.collectionId : undefined;
