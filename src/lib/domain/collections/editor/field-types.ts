import type { CollectionType, FieldType } from '../collection.ts';

/** The types that 'New field' offers, in the order of its menu, with their labels (FD-01). */
export const FIELD_TYPE_LABELS: readonly { readonly type: FieldType; readonly label: string }[] = [
  { type: 'text', label: 'Plain text' },
  { type: 'editor', label: 'Rich editor' },
  { type: 'number', label: 'Number' },
  { type: 'bool', label: 'Bool' },
  { type: 'email', label: 'Email' },
  { type: 'url', label: 'Url' },
  { type: 'date', label: 'DateTime' },
  { type: 'select', label: 'Select' },
  { type: 'file', label: 'File' },
  { type: 'relation', label: 'Relation' },
  { type: 'json', label: 'JSON' },
];

/** Label of a field's type. */
export const fieldTypeLabel = (type: FieldType): string =>
  FIELD_TYPE_LABELS.find((known) => known.type === type)?.label ?? type;

/** The fields that every collection of this type has by itself (CE-09). */
export function systemFieldNames(type: CollectionType): string[] {
  const names = ['id', 'created', 'updated'];
  return type === 'auth' ? [...names, 'username', 'email', 'emailVisibility', 'verified'] : names;
}

interface TypedField {
  readonly type: FieldType;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The texts of a list option; the backend sends null for an empty one. */
export function listOption(options: TypedField['options'], name: string): string[] {
  const value = options[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Types that hold one value or a list of them. */
export const hasMultiple = (type: FieldType): boolean =>
  type === 'select' || type === 'file' || type === 'relation';

/** Whether the field holds a list: a relation without a limit does, the others from two values on. */
export function isMultiple({ type, options }: TypedField): boolean {
  const max = options['maxSelect'];
  if (type === 'relation') return max !== 1;
  return hasMultiple(type) && typeof max === 'number' && max > 1;
}

/** What 'Required' is called for a type (FD-06). */
export function requiredLabel(type: FieldType): 'Nonfalsey' | 'Nonzero' | 'Nonempty' {
  if (type === 'bool') return 'Nonfalsey';
  return type === 'number' ? 'Nonzero' : 'Nonempty';
}

/** The value that a field has when nothing was entered, as the backend writes it. */
function zeroValue(field: TypedField): string {
  if (field.type === 'number') return '0';
  if (field.type === 'bool') return 'false';
  if (field.type === 'json') return 'null, "", [], {}';
  return hasMultiple(field.type) && isMultiple(field) ? '[]' : '""';
}

/** Tooltip of 'Required' (FD-06). */
export const requiredTooltip = (field: TypedField): string =>
  `Requires the field value NOT to be ${zeroValue(field)}.`;

/** Tooltip of 'Presentable' (FD-06). */
export const PRESENTABLE_TOOLTIP =
  'Stands for the record wherever there is only room for a line, like the lists of relations.';
