import { type KnownIndex, knownIndexes } from './index-meaning.ts';
import type { IndexTools } from './index-sql/load.ts';
import type { Merging, Part } from './merging.ts';
import type { CollectionValues, IndexValues } from './values.ts';

type Maybe = KnownIndex | undefined;

const partOf = (name: string): Part<Maybe> => ({
  id: `index ${name}`,
  label: `Index ${name}`,
  words: (known) => known?.index.sql ?? 'removed',
  isSame: (a, b) => a?.meaning === b?.meaning,
});

/**
 * Indexes by their names: those that I added, changed or took away are mine, all others as they are in theirs.
 * `keyOf` says what a field of mine is called in the merged values.
 */
export function mergeIndexes(
  merging: Merging,
  {
    base,
    mine,
    theirs,
  }: { readonly base: CollectionValues; readonly mine: CollectionValues; readonly theirs: CollectionValues },
  keyOf: (key: string) => string,
  tools: IndexTools | undefined,
): IndexValues[] {
  const isSaved = new Set(base.fields.map(({ key }) => key));
  // A field that is made anew is another one, but that alone is no change of its indexes.
  const own = knownIndexes(mine, tools, (key) => (isSaved.has(key) ? key : keyOf(key)));
  const [before, stored] = [knownIndexes(base, tools), knownIndexes(theirs, tools)];
  const names = new Set([...stored.keys(), ...own.keys()]);
  return [...names].flatMap((name) => {
    const here = own.get(name);
    const picked = merging.pick(partOf(name), before.get(name), here, stored.get(name));
    if (!picked || picked !== here) return picked?.index ?? [];
    const keys = [...picked.index.keys].map(([column, key]): [string, string] => [column, keyOf(key)]);
    return { ...picked.index, keys: new Map(keys) };
  });
}
