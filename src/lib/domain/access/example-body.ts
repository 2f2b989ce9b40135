import type { Collection } from '#domain/backend/collection.ts';
import { exampleValue } from '#domain/field-types/docs.ts';

const PASSWORD = '1234567890';

/** Values with which a new record of the collection may be stored, as JSON: those that it needs, without files. */
export function exampleBody({ type, fields }: Collection): string {
  const needed = fields.filter((field) => field.isRequired && !field.isBuiltIn && field.type !== 'file');
  const own = needed.map((field) => [field.name, exampleValue(field, () => [])]);
  const account =
    type === 'auth' ? { email: 'test@example.com', password: PASSWORD, passwordConfirm: PASSWORD } : {};
  return JSON.stringify({ ...account, ...Object.fromEntries(own) }, null, 2);
}
