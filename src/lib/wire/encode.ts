/*
 * Writes what codecs read. Writing begins with the object as the backend has it and replaces only what the model says
 * differently: an unknown key, a null beside an empty list and a stored default that is written out survive.
 */
import { dequal } from 'dequal/lite';
import { withValue } from '#domain/app/at-path.ts';
import type { JsonObject } from '#domain/app/lenient.ts';
import { type Codec, readAll } from './codec.ts';

/** `json` with what the model says differently; with all that it says if nothing was stored. */
export function writeAll<Model extends object>(
  codecs: readonly Codec<Model>[],
  model: Model,
  json: JsonObject | undefined,
  isStored = json !== undefined,
): JsonObject {
  let result = json ?? {};
  const isSame = (some: readonly Codec<Model>[]) => {
    const said: JsonObject = readAll(some, result);
    return Object.keys(said).every((name) => dequal(said[name], (model as JsonObject)[name]));
  };
  // Of thousands, few have changed.
  if (isStored && isSame(codecs)) return result;
  for (const codec of codecs) {
    const { paths, write } = codec;
    if (isStored && isSame([codec])) continue;
    const values = write(model);
    for (const [index, path] of paths.entries()) result = withValue(result, path.split('.'), values[index]);
  }
  return result;
}

/** What names the members of keys. */
type Named = Pick<Codec<never>, 'paths' | 'into'>;

/** The member of the model that a key says; undefined for a key without one. */
export function memberAt(codecs: readonly Named[], path: string): string | undefined {
  const found = codecs.find(({ paths }) => paths.includes(path));
  if (!found) return undefined;
  const model = {};
  found.into({}, model as never);
  return Object.keys(model)[0];
}

/** The path of a message, with the member in place of the key that it is about, or below which it is. */
export function memberPath(codecs: readonly Named[], path: string): string {
  const key = codecs.flatMap(({ paths }) => paths).find((one) => path === one || path.startsWith(`${one}.`));
  return key ? `${memberAt(codecs, key)}${path.slice(key.length)}` : path;
}
