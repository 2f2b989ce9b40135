import { type JsonObject, members, ownOf } from './lenient.ts';

/** The value at a path of members; undefined where there is none. */
export const valueAt = (json: unknown, path: readonly string[]): unknown =>
  path.reduce((parent, name) => ownOf(members(parent), name), json);

/** A copy with another value at a path of members. */
export function withValue(
  json: JsonObject,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): JsonObject {
  const member = rest.length ? withValue(members(ownOf(json, name)), rest, value) : value;
  return { ...json, [name]: member };
}
