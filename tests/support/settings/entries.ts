import { type JsonObject, list, members } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { changesOf, type ImportMode, type Outcome, outcomeOf } from '#domain/settings/import/outcome.ts';
import { configuration } from '#wire/pb22/configuration.ts';

/** A collection as a file of 0.22 has it. */
export type Entry = JsonObject & { readonly id: string; readonly name: string };
type Entries = readonly Entry[];

/** A collection as the API returns it, without its dates. */
export const rawOf = (
  id: string,
  name: string,
  schema: readonly JsonObject[] = [],
  rest: object = {},
): Entry => ({
  id,
  name,
  type: 'base',
  system: false,
  schema,
  indexes: [],
  listRule: null,
  viewRule: null,
  createRule: null,
  updateRule: null,
  deleteRule: null,
  options: {},
  ...rest,
});

export const fieldsOf = (entry: JsonObject): readonly JsonObject[] => list(entry['schema'], members);

export const readAll = (entries: readonly JsonObject[]) => entries.map(configuration.read);
export const writeAll = (collections: readonly Collection[]) =>
  collections.map((one) => configuration.write(one) as Entry);

export const outcomeFor = (existing: Entries, imported: readonly JsonObject[], mode: ImportMode): Outcome =>
  outcomeOf(readAll(existing), readAll(imported), mode, configuration);

/** The changes with what a file has of their collections. */
export const changesFor = (...inputs: Parameters<typeof outcomeFor>) =>
  changesOf(outcomeFor(...inputs)).map(({ old, new: fresh, ...rest }) => ({
    ...rest,
    old: old && configuration.write(old),
    new: fresh && configuration.write(fresh),
  }));
