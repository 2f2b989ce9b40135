/*
 * Readers for responses of any backend version and small stored values: what is missing or of another type becomes
 * empty. Drafts are parsed by Valibot, which no code of the first screen may import.
 */

/** Its keys may have any name, also `constructor`: read such keys with `ownOf`. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Neither null nor an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names that users choose may be `constructor` or `__proto__`, which every object inherits. */
export const ownOf = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

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

/** Empty for any value but an array. */
export const list = <T>(value: unknown, item: (value: unknown) => T): T[] =>
  Array.isArray(value) ? value.map((each) => item(each)) : [];

/** The texts of a list. */
export const texts = (value: unknown): string[] =>
  list(value, (item) => item).filter((item) => typeof item === 'string');

/** One of `names`, else `fallback`. */
export const oneOf = <T extends string>(value: unknown, names: readonly T[], fallback: T): T =>
  names.find((name) => name === value) ?? fallback;

/** Empty for anything but a JSON array; entries that are no strings are left out. */
export const parseTextList = (text: string): string[] => texts(parseJson(text));
