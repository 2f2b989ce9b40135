import { isFilterable, isNumberText } from '#domain/app/filter.ts';
import type { SchemaField } from '#domain/collections/collection.ts';
import { dateFieldsOf, searchFieldsOf } from '#domain/collections/columns.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import type { DocsContext } from './doc.ts';
import { fieldExample } from './example-record.ts';

/** A condition that matches a record with the values of the example. */
export function exampleFilter({ collection, placeholders }: DocsContext): string {
  const condition = (field: SchemaField): string | undefined => {
    const value = fieldExample(field, placeholders);
    if (typeof value === 'boolean' || (field.type === 'number' && isNumberText(String(value))))
      return `${field.name} = ${value}`;
    // A quote inside of the value would end the string of the filter, a backslash at its end would continue it.
    if (isMultiple(field) || typeof value !== 'string' || /"|\\$/.test(value)) return undefined;
    return field.type === 'text' || field.type === 'select' || field.type === 'email' || field.type === 'url'
      ? `${field.name} = "${value}"`
      : undefined;
  };
  for (const field of collection.schema) {
    const found = isFilterable(field.name) && condition(field);
    if (found) return found;
  }
  return dateFieldsOf(collection).includes('created') ? 'created >= "2022-01-01 00:00:00"' : `id != ""`;
}

/** The sort of the samples: newest first if the records have a date. */
export const exampleSort = ({ collection }: DocsContext) =>
  dateFieldsOf(collection).includes('created') ? '-created' : '-id';

/** The names by which a list can be sorted. */
export const sortableNames = ({ collection }: DocsContext): string[] => [
  '@random',
  ...searchFieldsOf(collection),
];
