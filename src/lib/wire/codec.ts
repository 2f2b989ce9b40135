/* Translates between an object of a backend and Atoll's model, member by member. `encode.ts` writes. */
import { valueAt } from '#domain/app/at-path.ts';
import type { JsonObject } from '#domain/app/lenient.ts';

/** One or several members of a model, and the keys of a backend's object that say them. */
export interface Codec<Model> {
  /** Paths of the keys, such as `options.max`. */
  readonly paths: readonly string[];
  readonly read: (json: JsonObject) => Partial<Model>;
  /** The values of these paths. */
  readonly write: (model: Model) => readonly unknown[];
}

/** Null for any other value. */
export const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** A member that one key says. */
export function one<Model, Name extends keyof Model>(
  name: Name,
  path: string,
  read: (value: unknown) => Model[Name],
  write: (value: Model[Name]) => unknown = (value) => value,
): Codec<Model> {
  const keys = path.split('.');
  return {
    paths: [path],
    read: (json) => ({ [name]: read(valueAt(json, keys)) }) as unknown as Partial<Model>,
    write: (model) => [write(model[name])],
  };
}

/** What an object of a backend says. */
export const readAll = <Model>(codecs: readonly Codec<Model>[], json: JsonObject): Partial<Model> =>
  Object.assign({}, ...codecs.map(({ read }) => read(json)));
