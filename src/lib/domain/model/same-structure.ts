// chunks: edits
import { isObject, ownOf } from '#domain/app/lenient.ts';

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

/** Of lists and objects. */
const MAX_DEPTH = 100;

/** Whether functions that compare or show it could fail: each level is a call. */
export const isTooDeep = (value: unknown, depth = 0): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === MAX_DEPTH || Object.values(value).some((one) => isTooDeep(one, depth + 1)));
