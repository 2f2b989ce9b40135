import { isObject, ownOf } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';

/** Whether two JSON values are equal, whatever the order of keys; one with undefined equals a missing key. */
export function isSameStructure(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a)) {
    return (
      Array.isArray(b) && a.length === b.length && a.every((item, index) => isSameStructure(item, b[index]))
    );
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => isSameStructure(ownOf(a, key), ownOf(b, key)));
}

/** Without what only says that it was saved, and as what. */
const comparable = (collection: Collection): unknown => ({
  ...collection,
  created: '',
  updated: '',
  raw: undefined,
  fields: collection.fields.map((field) => ({ ...field, raw: undefined })),
});

/** Whether two collections are equal, whenever they were saved. */
export const isSameCollection = (a: Collection, b: Collection): boolean =>
  isSameStructure(comparable(a), comparable(b));
