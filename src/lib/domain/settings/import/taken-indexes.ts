import type { IndexTools } from '#domain/collections/editor/index-sql/load-tools.ts';
import {
  INDEX_NAME_TAKEN,
  indexesByName,
  takenIndexNames,
} from '#domain/collections/editor/index-sql/names.ts';
import { byId, deletedOf, type ImportMode } from './effective.ts';
import { indexesOf, type RawCollection } from './raw.ts';

/** The index statements that an import adds or changes. */
const changedIndexes = (
  existing: ReadonlyMap<string, RawCollection>,
  collection: RawCollection,
): readonly string[] => {
  const old = existing.get(collection.id);
  const known = new Set(old && indexesOf(old));
  return indexesOf(collection).filter((sql) => !known.has(sql));
};

/**
 * Why an import would drop an index of another collection; undefined if it does not. Those of collections that it
 * deletes are free. `loadTools` is called only if there is an index to check.
 */
export async function takenIndexProblem(
  existing: readonly RawCollection[],
  imported: readonly RawCollection[],
  mode: ImportMode,
  loadTools: () => Promise<IndexTools>,
): Promise<string | undefined> {
  const stored = byId(existing);
  const changed = imported.filter((collection) => changedIndexes(stored, collection).length > 0);
  if (!changed.length) return undefined;
  const tools = await loadTools();
  const deleted = new Set(deletedOf(existing, imported, mode));
  const present = [...existing.filter((one) => !deleted.has(one)), ...imported];
  const indexed = present.map((one) => ({ id: one.id, indexes: indexesOf(one) }));
  for (const collection of changed) {
    const old = stored.get(collection.id);
    const known = indexesByName(old ? indexesOf(old) : [], tools);
    const names = indexesByName(changedIndexes(stored, collection), tools).keys();
    const added = [...names].filter((name) => !known.has(name));
    const [taken] = takenIndexNames(collection.id, added, indexed, tools);
    if (taken !== undefined) return `Index ${taken} of ${collection.name}: ${INDEX_NAME_TAKEN}`;
  }
  return undefined;
}
