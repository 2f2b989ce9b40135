import { type Field, type FieldRole, type FieldType, ownMembers } from '#domain/backend/field.ts';
import { toMultiple, toSingle } from '#domain/field-types/options.ts';
import { uniqueName } from './names.ts';
import { type CollectionValues, createField, type FieldValues } from './values.ts';

const takenNames = (values: CollectionValues): string[] => values.fields.map(({ name }) => name);

export const fieldByKey = (values: CollectionValues, key: string): FieldValues | undefined =>
  values.fields.find((field) => field.key === key);

function update(
  values: CollectionValues,
  key: string,
  change: (field: FieldValues) => FieldValues,
): CollectionValues {
  return { ...values, fields: values.fields.map((field) => (field.key === key ? change(field) : field)) };
}

/** Key of the next new field, to focus it after `addField`. */
export const nextFieldKey = (values: CollectionValues): string => `new-${values.nextKey}`;

/** Adds a field with an unused name and default options, behind all but dates that the backend sets at the end. */
export function addField(values: CollectionValues, type: FieldType, blank?: Field): CollectionValues {
  const options = blank && ownMembers(blank);
  const field = createField(nextFieldKey(values), uniqueName('field', takenNames(values)), type, options);
  const place = values.fields.findLastIndex((one) => one.type !== 'autodate') + 1;
  return { ...values, fields: values.fields.toSpliced(place, 0, field), nextKey: values.nextKey + 1 };
}

/** System fields and fields marked as removed can be neither moved nor renamed nor removed. */
export const canEdit = (field: FieldValues): boolean => !field.isSystem && !field.toDelete;

/** Inserts a copy without id after the field, unless that is marked as removed. */
export function duplicateField(values: CollectionValues, key: string): CollectionValues {
  const at = values.fields.findIndex((field) => field.key === key);
  const field = values.fields[at];
  if (!field || field.toDelete) return values;
  const copy: FieldValues = {
    ...field,
    key: nextFieldKey(values),
    id: '',
    name: uniqueName(`${field.name}_copy`, takenNames(values)),
    originalName: '',
    isSystem: false,
    builtIn: undefined,
    options: structuredClone(field.options),
  };
  const fields = [...values.fields.slice(0, at + 1), copy, ...values.fields.slice(at + 1)];
  return { ...values, fields, nextKey: values.nextKey + 1 };
}

/** Removes a new field. Marks a saved one as removed and restores its original name. */
export function removeField(values: CollectionValues, key: string): CollectionValues {
  const field = fieldByKey(values, key);
  if (!field || field.isSystem) return values;
  if (!field.id) return { ...values, fields: values.fields.filter((other) => other.key !== key) };
  return update(values, key, (field) => ({ ...field, toDelete: true, name: field.originalName }));
}

/** Clears the mark of a removed field. */
export const restoreField = (values: CollectionValues, key: string): CollectionValues =>
  update(values, key, (field) => ({ ...field, toDelete: false }));

/** Renames a field. Its indexes follow, see `indexTexts`. */
export const renameField = (values: CollectionValues, key: string, name: string): CollectionValues =>
  update(values, key, (field) => (canEdit(field) ? { ...field, name } : field));

/** Moves a field to a position among all fields, 0 being the first. */
export function moveField(values: CollectionValues, key: string, position: number): CollectionValues {
  const field = fieldByKey(values, key);
  if (!field || !canEdit(field)) return values;
  const others = values.fields.filter((other) => other !== field);
  return { ...values, fields: [...others.slice(0, position), field, ...others.slice(position)] };
}

/** Turns 'Required' on or off; a required field is never null. */
export const setRequired = (values: CollectionValues, key: string, isRequired: boolean): CollectionValues =>
  update(values, key, (field) => ({ ...field, isRequired, nullable: isRequired ? false : field.nullable }));

export const setPresentable = (
  values: CollectionValues,
  key: string,
  isPresentable: boolean,
): CollectionValues => update(values, key, (field) => ({ ...field, isPresentable }));

/** A switch of a field. */
export type FieldSwitch = 'isRequired' | 'isPresentable' | 'isHidden';

const ALWAYS_REQUIRED: readonly (FieldRole | undefined)[] = ['id', 'password', 'tokenKey'];
const NEVER_SWITCHED: readonly (FieldRole | undefined)[] = [...ALWAYS_REQUIRED, 'email'];

/** Whether a field has a switch: the backend decides some of built-in ones, and ignores what is sent for them. */
export function hasSwitch({ type, builtIn, isHidden }: FieldValues, name: FieldSwitch): boolean {
  if (name === 'isRequired') return type !== 'autodate' && !ALWAYS_REQUIRED.includes(builtIn);
  if (name === 'isHidden') return !NEVER_SWITCHED.includes(builtIn);
  return !isHidden;
}

/** Hides a field from all but administrators; a hidden one represents no record. */
export const setHidden = (values: CollectionValues, key: string, isHidden: boolean): CollectionValues =>
  update(values, key, (field) => ({ ...field, isHidden, isPresentable: !isHidden && field.isPresentable }));

export const setHelp = (values: CollectionValues, key: string, help: string): CollectionValues =>
  update(values, key, (field) => ({ ...field, help }));

export const setFieldOption = (
  values: CollectionValues,
  key: string,
  name: string,
  value: unknown,
): CollectionValues =>
  update(values, key, (field) => ({ ...field, options: { ...field.options, [name]: value } }));

/** Switches a select, file or relation field between one value and a list. */
export const setMultiple = (values: CollectionValues, key: string, isMultiple: boolean): CollectionValues =>
  update(values, key, (field) => ({
    ...field,
    options: (isMultiple ? toMultiple : toSingle)(field.type, field.options),
  }));
