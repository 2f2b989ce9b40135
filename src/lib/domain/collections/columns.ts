import { type Collection, ownFields } from '#domain/backend/collection.ts';
import type { Field, FieldRole } from '#domain/backend/field.ts';
import { type ColumnType, isSecret, shownType } from '#domain/field-types/field-type.ts';

export interface Column {
  /** Of the field. Hidden columns are stored by this id. */
  readonly id: string;
  /** The key in a record, also used to sort the list. */
  readonly name: string;
  readonly type: ColumnType;
  /** Undefined for a column that the backend makes by itself. */
  readonly field?: Field;
  /** Only administrators see its values. */
  readonly isHidden?: true;
}

/** No list shows them. */
const UNLISTED: ReadonlySet<FieldRole | undefined> = new Set(['emailVisibility', 'verified'] as const);

const columnType = ({ role, type }: Field): ColumnType =>
  role === 'id' || role === 'username' ? role : shownType(type);

export const columnOf = (field: Field): Column => ({
  id: field.id,
  name: field.name,
  type: columnType(field),
  ...(!field.isBuiltIn && { field }),
  ...(field.isHidden && { isHidden: true }),
});

/** What an administrator can read: answers to one have hidden fields, but no secrets. */
export const readableFields = ({ fields }: Pick<Collection, 'fields'>): readonly Field[] =>
  fields.filter((field) => !isSecret(field));

/** The names of the dates that the backend sets: of a view only those that its query selects. */
export const dateFieldsOf = ({ fields }: Pick<Collection, 'fields'>): string[] =>
  fields.filter(({ role }) => role === 'created' || role === 'updated').map(({ name }) => name);

/** The fields of the records that can be named, in the order in which a plain search uses them. */
export function searchFieldsOf({ type, fields }: Pick<Collection, 'type' | 'fields'>): string[] {
  const shown = readableFields({ fields });
  const invented = shown.filter(({ isBuiltIn }) => isBuiltIn);
  const ordered = type === 'view' ? shown : [...invented, ...ownFields({ fields: shown })];
  return ordered.map(({ name }) => name);
}

/** The columns of a collection's list: id, (auth: username, email), own fields, created, updated. */
export const columnsOf = (collection: Pick<Collection, 'fields'>): Column[] =>
  readableFields(collection)
    .filter(({ role }) => !UNLISTED.has(role))
    .map(columnOf);

/** Columns in a chosen order of ids; one that it lacks stands behind its predecessor, so `id` comes first. */
export function inOrder(columns: readonly Column[], order: readonly string[]): readonly Column[] {
  if (!order.length) return columns;
  const ordered = [...new Set(order)].flatMap((id) => columns.find((column) => column.id === id) ?? []);
  columns.forEach((column, index) => {
    const before = columns[index - 1];
    if (!ordered.includes(column)) ordered.splice(before ? ordered.indexOf(before) + 1 : 0, 0, column);
  });
  return ordered;
}
