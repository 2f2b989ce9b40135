import type { JsonObject } from '#domain/app/is-object.ts';
import { list, text } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { filterPaths } from '#domain/collections/editor/filter-paths.ts';
import { filesIn } from '#domain/records/cell-text.ts';
import type { RecordData } from '#domain/records/record.ts';

/** Why no copy can be made, in a sentence; undefined when it may be tried. */
export function copyProblem(collection: Collection, record: RecordData): string | undefined {
  if (collection.type === 'view') return 'A view has no records of its own.';
  const [file] = filesIn(record, collection.schema);
  return file && `The files of ${file.field.name} can’t be copied.`;
}

/** A domain that the addresses of an auth collection may have. */
const emailDomain = ({ options }: Collection, record: RecordData | undefined): string =>
  list(options['onlyEmailDomains'], text)[0] || text(record?.['email']).split('@')[1] || 'example.com';

/**
 * What a copy of a record is created from, with a new id; the values of `data` replace those of the record.
 * @param password of an account
 */
export function copyBody(
  collection: Collection,
  record: RecordData | undefined,
  data: JsonObject,
  id: string,
  password: string,
): JsonObject & { readonly id: string } {
  const fields = collection.schema.filter(({ type }) => type !== 'file').map(({ name }) => name);
  const values = record ? Object.fromEntries(fields.map((name) => [name, record[name]])) : {};
  // The name and the email of an account can't be used twice.
  const account = collection.type === 'auth' ? { password, passwordConfirm: password } : {};
  const email = collection.options['requireEmail'] === true && {
    email: `${id}@${emailDomain(collection, record)}`,
  };
  return { ...values, ...account, ...email, ...data, id };
}

/** Values in which a copy differs from its record: what it is called and when, and who refers to it. */
const OWN_VALUES = /^(?:id|created|updated|username|email|emailVisibility|verified)$|_via_|^@collection\./;

/** Whether a rule asks for the id of a new record, which a record that is deleted again must have. */
export const tellsNewId = (rule: string): boolean =>
  filterPaths(rule).some((path) => /^@request\.data\.id(?![\w.])/.test(path));

/** Whether a rule may decide differently about a copy of a record, because it mentions what only the record has. */
export const tellsCopy = (rule: string): boolean => filterPaths(rule).some((path) => OWN_VALUES.test(path));
