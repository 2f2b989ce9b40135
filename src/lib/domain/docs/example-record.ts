import type { Collection, SchemaField } from '#domain/collections/collection.ts';
import { dateFieldsOf } from '#domain/collections/columns.ts';
import { type ExampleValue, exampleDomain, exampleValue } from '#domain/field-types/examples.ts';
import { isMultiple, listOption, numberOption } from '#domain/field-types/field-type.ts';
import type { DocsContext } from './doc.ts';
import { Code, type Literal } from './literal.ts';
import type { Placeholders } from './placeholders.ts';

const CREATED = '2022-01-01 01:00:00.123Z';
const UPDATED = '2022-01-01 23:59:59.456Z';
/** The default minimum length of passwords (AO). */
const MIN_PASSWORD_LENGTH = 8;

/** The minimum length of passwords in an auth collection, in characters. */
export const minPasswordLength = ({ options }: Collection): number =>
  numberOption(options, 'minPasswordLength') ?? MIN_PASSWORD_LENGTH;

/** An e-mail address that the auth collection accepts. */
export function exampleEmail({ collection, placeholders }: DocsContext): string {
  const only = listOption(collection.options, 'onlyEmailDomains');
  const except = listOption(collection.options, 'exceptEmailDomains');
  const [name, domain = ''] = placeholders.email.split('@');
  const isAllowed = only.length > 0 ? only.includes(domain) : !except.includes(domain);
  return isAllowed ? placeholders.email : `${name}@${exampleDomain(only, except)}`;
}

/** A value that the field accepts. */
export const fieldExample = (field: SchemaField, { relationIds }: Placeholders): ExampleValue =>
  exampleValue(field, (count) => relationIds(field, count));

/** A record of the collection with all keys that the backend returns. */
export function exampleRecord(context: DocsContext): Readonly<Record<string, unknown>> {
  const { collection, placeholders } = context;
  const dates = dateFieldsOf(collection);
  return {
    id: placeholders.recordId,
    collectionId: collection.id,
    collectionName: collection.name,
    ...(dates.includes('created') ? { created: CREATED } : {}),
    ...(dates.includes('updated') ? { updated: UPDATED } : {}),
    ...(collection.type === 'auth'
      ? {
          username: placeholders.username,
          email: exampleEmail(context),
          emailVisibility: true,
          verified: false,
        }
      : {}),
    ...Object.fromEntries(collection.schema.map((field) => [field.name, fieldExample(field, placeholders)])),
  };
}

/** The schema's fields of a request body; files come from `fileInput`, an input of the page. */
export function exampleBody(
  { collection, placeholders }: DocsContext,
  files: 'files' | 'no files',
): Readonly<Record<string, Literal>> {
  const exampleOf = (field: SchemaField): Literal =>
    field.type === 'file'
      ? new Code(isMultiple(field) ? '[...fileInput.files]' : 'fileInput.files[0]')
      : fieldExample(field, placeholders);
  return Object.fromEntries(
    collection.schema
      .filter(({ type }) => type !== 'file' || files === 'files')
      .map((field) => [field.name, exampleOf(field)]),
  );
}
