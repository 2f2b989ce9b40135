import { isObject, type JsonObject } from './is-object.ts';

/*
 * Read responses of a backend of any version: what is missing or of another kind becomes empty. Schemas of Valibot with
 * a fallback for every member would be longer. What storage and files hold is parsed by Valibot.
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
