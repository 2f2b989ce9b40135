import { type ColumnType, type FieldType, fieldTypes, isMultiple, type TypedField } from './field-type.ts';

interface Labels {
  readonly label: string;
  /** The label of the switch 'Required'. */
  readonly required: 'Nonempty' | 'Nonzero' | 'Nonfalsey';
  /** The empty value in the backend's notation. For lists it is always `[]`. */
  readonly empty: string;
}

const LABELS: Readonly<Record<FieldType, Labels>> = {
  text: { label: 'Plain text', required: 'Nonempty', empty: '""' },
  editor: { label: 'Rich editor', required: 'Nonempty', empty: '""' },
  number: { label: 'Number', required: 'Nonzero', empty: '0' },
  bool: { label: 'Bool', required: 'Nonfalsey', empty: 'false' },
  email: { label: 'Email', required: 'Nonempty', empty: '""' },
  url: { label: 'Url', required: 'Nonempty', empty: '""' },
  date: { label: 'DateTime', required: 'Nonempty', empty: '""' },
  select: { label: 'Select', required: 'Nonempty', empty: '""' },
  file: { label: 'File', required: 'Nonempty', empty: '""' },
  relation: { label: 'Relation', required: 'Nonempty', empty: '""' },
  json: { label: 'JSON', required: 'Nonempty', empty: 'null, "", [], {}' },
};

/** Label of the type of a field or a system column. */
export const fieldTypeLabel = (type: ColumnType): string =>
  type === 'id' ? 'Id' : type === 'username' ? 'Username' : LABELS[type].label;

/** The types in the menu 'New field', in its order, with their labels. */
export const FIELD_TYPE_LABELS: readonly { readonly type: FieldType; readonly label: string }[] =
  fieldTypes.map((type) => ({ type, label: LABELS[type].label }));

/** The label of the switch 'Required' for a type. */
export const requiredLabel = (type: FieldType): Labels['required'] => LABELS[type].required;

/** Tooltip of 'Required'. */
export const requiredTooltip = (field: TypedField): string =>
  `Requires the field value NOT to be ${isMultiple(field) ? '[]' : LABELS[field.type].empty}.`;

/** Tooltip of 'Presentable'. */
export const PRESENTABLE_TOOLTIP =
  'Represents the record where only one line is shown, such as in lists of related records.';
