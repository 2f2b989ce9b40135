import type { IndexTools } from '#domain/collections/editor/index-sql/load-tools.ts';
import { byId, deletedOf, type ImportMode } from './effective.ts';
import { indexesOf, type RawCollection } from './raw.ts';

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
