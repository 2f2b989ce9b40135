/*
 * Readers for the responses of any backend version and for small stored values: a value that is missing or of another
 * type becomes empty. Schemas of Valibot with a fallback for every member would be longer. Stored drafts are parsed by
 * Valibot; it arrives with their panels, and no code of the first screen may import it.
 */

/** A JSON object. Its keys may have any name, also `constructor`: read such keys with `ownOf`. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object, neither null nor an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The object's own property of this name; undefined when it has none. Names that users choose may be `constructor` or
 * `__proto__`, which every object inherits.
 */
export function ownOf<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

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
