/*
 * Translates between an object of a backend and Atoll's model, member by member. Writing begins with the object as the
 * backend has it and replaces only what the model says differently: an unknown key, a null beside an empty list and a
 * stored default that is written out survive.
 */
import { dequal } from 'dequal/lite';
import { valueAt, withValue } from '#domain/app/at-path.ts';
import type { JsonObject } from '#domain/app/lenient.ts';

/** One or several members of a model, and the keys of a backend's object that say them. */
export interface Codec<Model> {
  /** Paths of the keys, such as `options.max`. */
  readonly paths: readonly string[];
  readonly read: (json: JsonObject) => Partial<Model>;
  /** The values of these paths. */
  readonly write: (model: Model) => readonly unknown[];
}

/** Undefined for any other value. */
export const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** A member that one key says. */
export const one = <Model, Name extends keyof Model>(
  name: Name,
  path: string,
  read: (value: unknown) => Model[Name],
  write: (value: Model[Name]) => unknown = (value) => value,
): Codec<Model> => ({
  paths: [path],
  read: (json) => ({ [name]: read(valueAt(json, path.split('.'))) }) as unknown as Partial<Model>,
  write: (model) => [write(model[name])],
});

/** What an object of a backend says. */
export const readAll = <Model>(codecs: readonly Codec<Model>[], json: JsonObject): Partial<Model> =>
  Object.assign({}, ...codecs.map(({ read }) => read(json)));

/** `json` with what the model says differently. */
export function writeAll<Model extends object>(
  codecs: readonly Codec<Model>[],
  model: Model,
  json: JsonObject,
): JsonObject {
  let result = json;
  for (const { paths, read, write } of codecs) {
    const isSame = Object.entries(read(json)).every(([name, value]) =>
      dequal(value, (model as JsonObject)[name]),
    );
    if (isSame) continue;
    const values = write(model);
    for (const [index, path] of paths.entries()) result = withValue(result, path.split('.'), values[index]);
  }
  return result;
}

/** The member of the model that a key says, for messages of the backend; undefined for a key without one. */
export function memberAt<Model>(codecs: readonly Codec<Model>[], path: string): string | undefined {
  const found = codecs.find(({ paths }) => paths.includes(path));
  return found && Object.keys(found.read({}))[0];
}
