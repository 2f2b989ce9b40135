import type { Versions } from '#domain/app/versions.ts';
import type { IndexTools } from './index-sql/load-tools.ts';
import { type NormalizedIndex, normalizedIndexes } from './normalized-indexes.ts';
import type { Part, PartMerger } from './part-merger.ts';
import type { CollectionValues, IndexValues } from './values.ts';

type Maybe = NormalizedIndex | undefined;

const partOf = (name: string): Part<Maybe> => ({
  id: `index ${name}`,
  label: `Index ${name}`,
  format: (index) => index?.values.sql ?? 'removed',
  isSame: (a, b) => a?.normalized === b?.normalized,
});

/**
 * Merges indexes by name: those that I added, changed or removed are mine, all others are theirs. `keyOf` maps a key
 * of my fields to its key in the merged values.
 */
export function mergeIndexes(
  merger: PartMerger,
  { base, mine, theirs }: Versions<CollectionValues>,
  keyOf: (key: string) => string,
  tools: IndexTools | undefined,
): IndexValues[] {
  const isSaved = new Set(base.fields.map(({ key }) => key));
  // A field that is created again gets a new key, but that alone does not change its indexes.
  const own = normalizedIndexes(mine, tools, (key) => (isSaved.has(key) ? key : keyOf(key)));
  const [before, stored] = [normalizedIndexes(base, tools), normalizedIndexes(theirs, tools)];
  const names = new Set([...stored.keys(), ...own.keys()]);
  return [...names].flatMap((name) => {
    const here = own.get(name);
    const picked = merger.pick(partOf(name), before.get(name), here, stored.get(name));
    if (!picked || picked !== here) return picked?.values ?? [];
    const keys = [...picked.values.keys].map(([column, key]): [string, string] => [column, keyOf(key)]);
    return { ...picked.values, keys: new Map(keys) };
  });
}
