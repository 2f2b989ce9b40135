import { computed, type ReadableAtom } from 'nanostores';
import type { PagedList } from './create-list.ts';

export interface WalkOptions {
  readonly $list: ReadableAtom<PagedList<{ readonly id: string }>>;
  readonly $id: ReadableAtom<string | undefined>;
  readonly show: (id: string) => unknown;
  readonly loadMore: () => Promise<void>;
}

/** Loads the next page of a list, or waits for the pending request, for example one that scrolling has caused. */
export async function loadBelow({ $list, loadMore }: Pick<WalkOptions, '$list' | 'loadMore'>): Promise<void> {
  await loadMore();
  await new Promise<void>((resolve) => {
    const stop = $list.subscribe((list) => {
      if (list.state === 'ready' && list.loading) return;
      // During the first call `stop` is not defined yet.
      queueMicrotask(() => stop());
      resolve();
    });
  });
}

/** Creates the steps through a list whose rows are opened one by one. */
export function createWalk({ $list, $id, show, loadMore }: WalkOptions) {
  const $neighbours = computed([$list, $id], (list, id) => {
    if (list.state !== 'ready') return undefined;
    const at = list.items.findIndex((item) => item.id === id);
    if (at < 0) return undefined;
    return { above: list.items[at - 1]?.id, below: list.items[at + 1]?.id, hasMore: list.hasMore };
  });

  return {
    /** Undefined if the opened row is not in the list. */
    $neighbours,
    openAbove: (): void => {
      const above = $neighbours.get()?.above;
      if (above !== undefined) show(above);
    },
    /** Opens the row below instead of the opened one; loads the next page if necessary. */
    openBelow: async (): Promise<void> => {
      const id = $id.get();
      const before = $neighbours.get();
      if (before && before.below === undefined) await loadBelow({ $list, loadMore });
      const below = $neighbours.get()?.below;
      if (below !== undefined && $id.get() === id) show(below);
    },
  };
}

export type Walk = ReturnType<typeof createWalk>;
