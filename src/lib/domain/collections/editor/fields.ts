import type { FieldType } from '../collection.ts';
import { toMultiple, toSingle } from './field-options.ts';
import { systemFieldNames } from './field-types.ts';
import { copyFieldName, newFieldName } from './names.ts';
import { createField, type Draft, type DraftField } from './values.ts';

const takenNames = (draft: Draft): string[] => [
  ...systemFieldNames(draft.type),
  ...draft.fields.map(({ name }) => name),
];

/** The field with this key. */
export const fieldByKey = (draft: Draft, key: string): DraftField | undefined =>
  draft.fields.find((field) => field.key === key);

function update(draft: Draft, key: string, change: (field: DraftField) => DraftField): Draft {
  return { ...draft, fields: draft.fields.map((field) => (field.key === key ? change(field) : field)) };
}

/** Key that the next new field gets: what to focus after `addField` (FD-02). */
export const nextFieldKey = (draft: Draft): string => `new-${draft.nextKey}`;

/** Adds a field at the end under a free name with its type's default options (FD-01, FD-02, FO-16). */
export function addField(draft: Draft, type: FieldType): Draft {
  const field = createField(nextFieldKey(draft), newFieldName(takenNames(draft)), type);
  return { ...draft, fields: [...draft.fields, field], nextKey: draft.nextKey + 1 };
}

/** A field that is about to go can't be copied (FD-09). */
const canDuplicate = (field: DraftField): boolean => !field.toDelete;
/** System fields and fields that are about to go stay where they are (FD-10). */
export const canMove = (field: DraftField): boolean => !field.system && !field.toDelete;
/** System fields can't be edited, nor can fields that are about to go (FD-09, FD-11). */
const canEdit = (field: DraftField): boolean => !field.system && !field.toDelete;

/** Puts a copy without id right after the field (FD-08). */
export function duplicateField(draft: Draft, key: string): Draft {
  const at = draft.fields.findIndex((field) => field.key === key);
  const field = draft.fields[at];
  if (!field || !canDuplicate(field)) return draft;
  const copy: DraftField = {
    ...field,
    key: nextFieldKey(draft),
    id: '',
    name: copyFieldName(field.name, takenNames(draft)),
    originalName: '',
    system: false,
    options: structuredClone(field.options),
  };
  const fields = [...draft.fields.slice(0, at + 1), copy, ...draft.fields.slice(at + 1)];
  return { ...draft, fields, nextKey: draft.nextKey + 1 };
}

/** Removes a new field; a saved one is marked to go, under its original name (FD-09). */
export function removeField(draft: Draft, key: string): Draft {
  const field = fieldByKey(draft, key);
  if (!field || field.system) return draft;
  if (!field.id) return { ...draft, fields: draft.fields.filter((other) => other.key !== key) };
  return update(draft, key, (field) => ({ ...field, toDelete: true, name: field.originalName }));
}

/** Takes the mark of a removed field back (FD-09). */
export const restoreField = (draft: Draft, key: string): Draft =>
  update(draft, key, (field) => ({ ...field, toDelete: false }));

/** Renames a field; indexes follow by themselves (FD-12). */
export const renameField = (draft: Draft, key: string, name: string): Draft =>
  update(draft, key, (field) => (canEdit(field) ? { ...field, name } : field));

/** Moves a field to a position among all fields, 0 being the first (FD-10). */
export function moveField(draft: Draft, key: string, position: number): Draft {
  const field = fieldByKey(draft, key);
  if (!field || !canMove(field)) return draft;
  const others = draft.fields.filter((other) => other !== field);
  return { ...draft, fields: [...others.slice(0, position), field, ...others.slice(position)] };
}

/** Turns 'Required' on or off; a required field is never null (FD-07). */
export const setRequired = (draft: Draft, key: string, required: boolean): Draft =>
  update(draft, key, (field) => ({ ...field, required, nullable: required ? false : field.nullable }));

/** Turns 'Presentable' on or off (FD-06). */
export const setPresentable = (draft: Draft, key: string, presentable: boolean): Draft =>
  update(draft, key, (field) => ({ ...field, presentable }));

/** Sets one option of a field. */
export const setFieldOption = (draft: Draft, key: string, name: string, value: unknown): Draft =>
  update(draft, key, (field) => ({ ...field, options: { ...field.options, [name]: value } }));

/** Switches a select, file or relation field between one value and a list (spec 2 §4). */
export const setMultiple = (draft: Draft, key: string, isMultiple: boolean): Draft =>
  update(draft, key, (field) => ({
    ...field,
    options: (isMultiple ? toMultiple : toSingle)(field.type, field.options),
  }));
