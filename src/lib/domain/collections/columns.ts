import type { ColumnType } from '#domain/field-types/field-type.ts';
import type { Collection, SchemaField } from './collection.ts';
import { viewColumns } from './view-columns.ts';

export interface Column {
  /** Field id, or `@name` for a system field. Hidden columns are stored by this id. */
  readonly id: string;
  /** The key in a record, also used to sort the list. */
  readonly name: string;
  readonly type: ColumnType;
  readonly field?: SchemaField;
}

const system = (name: string, type: ColumnType): Column => ({ id: `@${name}`, name, type });

/** The date fields of the records: `created` and `updated`, but of a view only those that its query selects. */
export function dateFieldsOf(collection: Collection): string[] {
  const dates = ['created', 'updated'];
  if (collection.type !== 'view') return dates;
  const query = collection.options['query'];
  const selected = typeof query === 'string' ? viewColumns(query) : [];
  return dates.filter((name) => selected.includes(name));
}

/** The columns of a collection's list: id, (auth: username, email), schema fields, created, updated. */
export function columnsOf(collection: Collection): Column[] {
  return [
    system('id', 'id'),
    ...(collection.type === 'auth' ? [system('username', 'username'), system('email', 'email')] : []),
    ...collection.schema.map((field) => ({ id: field.id, name: field.name, type: field.type, field })),
    ...dateFieldsOf(collection).map((name) => system(name, 'date')),
  ];
}

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
