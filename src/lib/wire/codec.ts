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

/** What the model says differently: values by the paths of keys. */
export function changesOf<Model extends object>(
  codecs: readonly Codec<Model>[],
  model: Model,
  json: JsonObject,
): (readonly [path: string, value: unknown])[] {
  return codecs.flatMap(({ paths, read, write }) => {
    const isSame = Object.entries(read(json)).every(([name, value]) =>
      dequal(value, (model as JsonObject)[name]),
    );
    if (isSame) return [];
    const values = write(model);
    return paths.map((path, index) => [path, values[index]] as const);
  });
}

/** `json` with these values at the paths of keys. */
export const withChanges = (json: JsonObject, changes: ReturnType<typeof changesOf>): JsonObject =>
  changes.reduce((result, [path, value]) => withValue(result, path.split('.'), value), json);

/** `json` with what the model says differently. */
export const writeAll = <Model extends object>(
  codecs: readonly Codec<Model>[],
  model: Model,
  json: JsonObject,
): JsonObject => withChanges(json, changesOf(codecs, model, json));

/** The member of the model that a key says, for messages of the backend; undefined for a key without one. */
export function memberAt<Model>(codecs: readonly Codec<Model>[], path: string): string | undefined {
  const found = codecs.find(({ paths }) => paths.includes(path));
  return found && Object.keys(found.read({}))[0];
}
