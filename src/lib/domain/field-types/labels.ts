import type { FieldType } from '#domain/backend/field.ts';
import {
  type ColumnType,
  type Counted,
  isMultiple,
  type ShownType,
  shownType,
  shownTypes,
} from './field-type.ts';

interface Labels {
  readonly label: string;
  /** Of the switch 'Required'. */
  readonly required: 'Nonempty' | 'Nonzero' | 'Nonfalsey';
  /** In the backend's notation; `[]` for lists. */
  readonly empty: string;
}

const LABELS: Readonly<Record<ShownType, Labels>> = {
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
  geoPoint: { label: 'Geo point', required: 'Nonzero', empty: '{"lon":0,"lat":0}' },
};

/** Of what has no values of a look of its own. */
const OTHER_LABELS: Readonly<Record<string, string>> = {
  ...{ id: 'Id', username: 'Username' },
  ...{ autodate: 'Autodate', password: 'Password', unknown: 'Other type' },
};

export const fieldTypeLabel = (type: ColumnType | FieldType): string =>
  OTHER_LABELS[type] ?? LABELS[shownType(type as FieldType)].label;

interface TypeLabel<Type extends FieldType> {
  readonly type: Type;
  readonly label: string;
}

export const typeLabels = <Type extends FieldType>(types: readonly Type[]): readonly TypeLabel<Type>[] =>
  types.map((type) => ({ type, label: fieldTypeLabel(type) }));

/** In the order of the menu 'New field'. */
export const FIELD_TYPE_LABELS = typeLabels(shownTypes);

export const requiredLabel = (type: FieldType): Labels['required'] => LABELS[shownType(type)].required;

export const requiredTooltip = (field: Counted): string =>
  `Requires the field value NOT to be ${isMultiple(field) ? '[]' : LABELS[shownType(field.type)].empty}.`;

export const HIDDEN_TOOLTIP =
  'Only superusers see its values and can filter by them.\nWhat others send for it is ignored.';

export const PRESENTABLE_TOOLTIP =
  'Represents the record where only one line is shown, such as in lists of related records.';
