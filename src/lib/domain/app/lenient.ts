import { isObject, type JsonObject } from './is-object.ts';

/*
 * Readers for the responses of any backend version and for small stored values: a value that is missing or of another
 * type becomes empty. Schemas of Valibot with a fallback for every member would be longer. Stored drafts are parsed by
 * Valibot; it arrives with their panels, and no code of the first screen may import it.
 */

/** The value of a JSON text; undefined for any other text or value. */
export function parseJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** True only for `true`. */
export const flag = (value: unknown): boolean => value === true;

/** The value if it is an object, else an empty object. */
export const members = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Reads each entry of an array with `item`; empty for any other value. */
export const list = <T>(value: unknown, item: (value: unknown) => T): T[] =>
  Array.isArray(value) ? value.map((each) => item(each)) : [];

/** One of `names`, else `fallback`. */
export const oneOf = <T extends string>(value: unknown, names: readonly T[], fallback: T): T =>
  names.find((name) => name === value) ?? fallback;

/** Reads a stored JSON array of strings; entries of other types are left out. Empty for any other text. */
export const parseTextList = (text: string): string[] =>
  list(parseJson(text), (item) => item).filter((item) => typeof item === 'string');
