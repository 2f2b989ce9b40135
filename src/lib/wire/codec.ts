/* Translates between an object of a backend and Atoll's model, member by member. `encode.ts` writes. */
import { type JsonObject, members } from '#domain/app/lenient.ts';

/** One or several members of a model, and the keys of a backend's object that say them. */
export interface Codec<Model> {
  /** Paths of the keys, such as `options.max`. */
  readonly paths: readonly string[];
  /** Sets these members of a model: a list of collections has thousands, so that no object is made for each. */
  readonly into: (json: JsonObject, model: Partial<Model>) => void;
  /** The values of these paths. */
  readonly write: (model: Model) => readonly unknown[];
}

/** Null for any other value. */
export const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** A member that one key says, or one within the object of another. */
export function one<Model, Name extends keyof Model>(
  name: Name,
  path: string,
  read: (value: unknown) => Model[Name],
  write: (value: Model[Name]) => unknown = (value) => value,
): Codec<Model> {
  const [key = '', inner] = path.split('.');
  return {
    paths: [path],
    into: (json, model) => {
      model[name] = read(inner === undefined ? json[key] : members(json[key])[inner]);
    },
    write: (model) => [write(model[name])],
  };
}

/** What an object of a backend says, set in `model`. */
export function readAll<Model>(
  codecs: readonly Codec<Model>[],
  json: JsonObject,
  model: Partial<Model> = {},
): Partial<Model> {
  for (const { into } of codecs) into(json, model);
  return model;
}
