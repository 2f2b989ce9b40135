import * as v from 'valibot';
import { isObject, type JsonObject } from './is-object.ts';

/*
 * Schemas that read what a backend of any version answers: what is missing or of another kind becomes empty.
 * Valibot's own objects with unknown members drop some names, such as `constructor`, which people may give to
 * fields; `members` keeps them all.
 */
export const text = v.fallback(v.string(), '');
export const flag = v.fallback(v.boolean(), false);
export const members = v.fallback(v.custom<JsonObject>(isObject), (): JsonObject => ({}));

/** A list of what makes sense to `item`, which must have a fallback. */
export const list = <T>(item: v.GenericSchema<unknown, T>) => v.fallback(v.array(item), (): T[] => []);

/** An object whose members all have fallbacks. */
export function object<E extends v.ObjectEntries>(entries: E) {
  const schema = v.object(entries);
  return v.fallback(schema, () => v.parse(schema, {}));
}
