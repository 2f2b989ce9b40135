import { isObject, type JsonObject } from './is-object.ts';

/*
 * Read what a backend of any version answers: what is missing or of another kind becomes empty. Written by hand,
 * because the first load needs no more of a validation library than this.
 */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** True only for `true`. */
export const flag = (value: unknown): boolean => value === true;

/** All members of an object, whatever their names. */
export const members = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** A list of what `item` reads. */
export const list = <T>(value: unknown, item: (value: unknown) => T): T[] =>
  Array.isArray(value) ? value.map((each) => item(each)) : [];

/** One of `names`, else `fallback`. */
export const oneOf = <T extends string>(value: unknown, names: readonly T[], fallback: T): T =>
  names.find((name) => name === value) ?? fallback;

/** What JSON text holds; undefined for text that is no JSON. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
