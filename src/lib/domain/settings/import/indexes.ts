import { parseCollection } from '#domain/collections/collection.ts';
import type { IndexTools } from '#domain/collections/editor/index-sql/load-tools.ts';
import { indexTexts, valuesOf } from '#domain/collections/editor/values.ts';
import { byId, deletedOf, type ImportMode } from './effective.ts';
import { indexesOf, type RawCollection, withMember } from './raw.ts';

/**
 * The imported collections with the new names of table and columns in the indexes that they keep from the existing ones.
 * `written` has the collections as the text has them. `loadTools` is called only if there is such an index.
 */
export async function followRenames(
  existing: readonly RawCollection[],
  imported: readonly RawCollection[],
  written: readonly RawCollection[],
  loadTools: () => Promise<IndexTools>,
): Promise<readonly RawCollection[]> {
  const [before, own] = [byId(existing), byId(written)];
  const keptIn = (one: RawCollection) =>
    new Set(indexesOf(one)).difference(new Set(indexesOf(own.get(one.id) ?? one)));
  if (imported.every((one) => !keptIn(one).size)) return imported;
  const tools = await loadTools();
  return imported.map((collection) => {
    const old = before.get(collection.id);
    const kept = keptIn(collection);
    if (!old || !kept.size) return collection;
    const { name, fields } = valuesOf(parseCollection(collection));
    const texts = indexTexts({ ...valuesOf(parseCollection(old)), name, fields }, tools);
    const renamed = new Map(indexesOf(old).map((sql, position) => [sql, texts[position]]));
    const follow = (sql: string) => (kept.has(sql) && renamed.get(sql)) || sql;
    return withMember(collection, 'indexes', indexesOf(collection).map(follow));
  });
}

/** The index statements of a collection that an import adds or changes. */
const changedIndexes = (old: RawCollection | undefined, collection: RawCollection): ReadonlySet<string> =>
  new Set(indexesOf(collection)).difference(new Set(old && indexesOf(old)));

/**
 * Why an import would drop an index of another collection or leave one of its own out, because two have one name, or
 * store a part of one; undefined if it does not. Those of collections that it deletes are free. `loadTools` is called
 * only if there is an index to check.
 */
export async function importedIndexProblem(
  existing: readonly RawCollection[],
  imported: readonly RawCollection[],
  mode: ImportMode,
  loadTools: () => Promise<IndexTools>,
): Promise<string | undefined> {
  const stored = byId(existing);
  const changed = imported
    .map((collection) => ({ collection, fresh: changedIndexes(stored.get(collection.id), collection) }))
    .filter(({ fresh }) => fresh.size);
  if (!changed.length) return undefined;
  const tools = await loadTools();
  const deleted = new Set(deletedOf(existing, imported, mode));
  const present = [...existing.filter((one) => !deleted.has(one)), ...imported];
  const indexed = present.map((one) => ({ id: one.id, indexes: indexesOf(one) }));
  for (const { collection, fresh } of changed) {
    const old = stored.get(collection.id);
    const own = { id: collection.id, indexes: indexesOf(collection) };
    const errors = tools.nameErrors(own, old ? indexesOf(old) : [], indexed, tools);
    for (const [position, sql] of own.indexes.entries()) {
      const message = errors.get(position)?.message ?? (fresh.has(sql) && tools.cutProblem(sql));
      if (message) return `Index ${tools.parseIndex(sql)?.indexName} of ${collection.name}: ${message}`;
    }
  }
  return undefined;
}
