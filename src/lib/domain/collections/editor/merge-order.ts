import type { Merging } from './merging.ts';
import { isSameStructure } from './same-structure.ts';

/** Keys in the orders of three versions. */
export interface Orders {
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/**
 * One order out of two: the one that was changed. What only the other one has comes behind what it follows
 * there. `kept` are the keys that are in the result, `nameOf` what those are called that stay there: the place of
 * a field that goes is no matter of dispute.
 */
export function mergeOrder(
  merging: Merging,
  { base, mine, theirs }: Orders,
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
    words: (keys: readonly string[]) => keys.map(nameOf).join(', '),
  };
  const [was, own, stored] = [common(base), common(mine), common(theirs)];
  const isMine = !isSameStructure(merging.pick(part, was, own, stored), stored);
  const [first, second] = isMine ? [mine, theirs] : [theirs, mine];
  const inSecond = new Set(second);
  const order = first.filter((key) => kept.has(key));
  for (const [position, key] of second.entries()) {
    if (!kept.has(key) || order.includes(key)) continue;
    const before = second.slice(0, position).findLast((other) => order.includes(other));
    let place = before === undefined ? 0 : order.indexOf(before) + 1;
    // Of two that were added in one place, the one of the other order stays where it is.
    while (place < order.length && !inSecond.has(order[place] ?? '')) place += 1;
    order.splice(place, 0, key);
  }
  return order;
}
