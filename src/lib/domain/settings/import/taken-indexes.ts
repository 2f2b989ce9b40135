import type { IndexTools } from '#domain/collections/editor/index-sql/load-tools.ts';
import { byId, deletedOf, type ImportMode } from './effective.ts';
import { indexesOf, type RawCollection } from './raw.ts';

/** Whether an import adds or changes index statements of a collection. */
const changesIndexes = (old: RawCollection | undefined, collection: RawCollection): boolean =>
  !new Set(indexesOf(collection)).isSubsetOf(new Set(old && indexesOf(old)));

/**
 * Why an import would drop an index of another collection, or leave one of its own out, because two have one name;
 * undefined if it does not. Those of collections that it
 * deletes are free. `loadTools` is called only if there is an index to check.
 */
export async function takenIndexProblem(
  existing: readonly RawCollection[],
  imported: readonly RawCollection[],
  mode: ImportMode,
  loadTools: () => Promise<IndexTools>,
): Promise<string | undefined> {
  const stored = byId(existing);
  const changed = imported.filter((collection) => changesIndexes(stored.get(collection.id), collection));
  if (!changed.length) return undefined;
  const tools = await loadTools();
  const deleted = new Set(deletedOf(existing, imported, mode));
  const present = [...existing.filter((one) => !deleted.has(one)), ...imported];
  const indexed = present.map((one) => ({ id: one.id, indexes: indexesOf(one) }));
  for (const collection of changed) {
    const old = stored.get(collection.id);
    const own = { id: collection.id, indexes: indexesOf(collection) };
    const [found] = tools.nameErrors(own, old ? indexesOf(old) : [], indexed, tools);
    if (!found) continue;
    const [position, { message }] = found;
    const name = tools.parseIndex(own.indexes[position] ?? '')?.indexName;
    return `Index ${name} of ${collection.name}: ${message}`;
  }
  return undefined;
}
