import { type JsonObject, members } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { backName, schemaIndex } from '#domain/collections/schema-index.ts';
import { expandedOf, parseRecord } from '#domain/records/record.ts';

/** What came with records along a path of relations. */
export interface Expanded {
  readonly path: string;
  /** Number of different records. */
  readonly count: number;
  /** Number of those that an administrator gets with the same records, and nobody else got here. */
  readonly refused: number;
}

/** The ids of the records at the end of a path such as `author.team`. */
function expandedIds(records: readonly JsonObject[], path: string): ReadonlySet<string> {
  const ends = path
    .split('.')
    .reduce<readonly JsonObject[]>(
      (found, name) => found.flatMap((one) => [...expandedOf(parseRecord(one), name).values()]),
      records,
    );
  return new Set(ends.map((one) => String(members(one)['id'])));
}

/** Compares what somebody got with records with what an administrator gets with the same ones. */
export const compareExpands = (
  paths: readonly string[],
  own: readonly JsonObject[],
  all: readonly JsonObject[],
): readonly Expanded[] =>
  paths.map((path) => {
    const got = expandedIds(own, path);
    const refused = [...expandedIds(all, path)].filter((id) => !got.has(id)).length;
    return { path, count: got.size, refused };
  });

/** What the records of a collection can be expanded by: its relations, and those that lead to it. */
export function expandPaths(
  collection: Collection,
  collections: readonly Collection[],
): readonly { readonly path: string; readonly collection: Collection }[] {
  const index = schemaIndex(collections);
  const own = collection.fields.flatMap((field) => {
    const target = index.target(field);
    return target ? [{ path: field.name, collection: target }] : [];
  });
  const back = index
    .pointingTo(collection)
    .map((one) => ({ path: backName(one), collection: one.collection }));
  return [...own, ...back];
}
