import type { Versions } from '#domain/app/versions.ts';
import type { PartMerger } from './part-merger.ts';
import { isSameStructure } from './same-structure.ts';

/**
 * Merges two orders of keys: the changed one wins, and keys that only the other one has are inserted after their predecessor
 * there. `kept` are the keys of the result. `nameOf` returns the name of a field, undefined for a removed one, whose
 * position never causes a conflict.
 */
export function mergeOrder(
  merger: PartMerger,
  { base, mine, theirs }: Versions<readonly string[]>,
  kept: ReadonlySet<string>,
  nameOf: (key: string) => string | undefined,
): string[] {
  const [inBase, inMine, inTheirs] = [new Set(base), new Set(mine), new Set(theirs)];
  const common = (keys: readonly string[]) =>
    keys.filter(
      (key) => nameOf(key) !== undefined && inBase.has(key) && inMine.has(key) && inTheirs.has(key),
    );
  const part = {
    id: 'order',
    label: 'Order of the fields',
    format: (keys: readonly string[]) => keys.map(nameOf).join(', '),
  };
  const [was, own, stored] = [common(base), common(mine), common(theirs)];
  const isMine = !isSameStructure(merger.pick(part, was, own, stored), stored);
  const [first, second] = isMine ? [mine, theirs] : [theirs, mine];
  const inSecond = new Set(second);
  const order = first.filter((key) => kept.has(key));
  for (const [position, key] of second.entries()) {
    if (!kept.has(key) || order.includes(key)) continue;
    const before = second.slice(0, position).findLast((other) => order.includes(other));
    let place = before === undefined ? 0 : order.indexOf(before) + 1;
    // Of fields that both orders added at one place, those of the first order come first.
    while (place < order.length && !inSecond.has(order[place] ?? '')) place += 1;
    order.splice(place, 0, key);
  }
  return order;
}
