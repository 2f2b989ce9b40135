import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { RecordData } from '#domain/records/record.ts';
import { $records } from '#stores/records/list.ts';
import { $applied } from '#stores/records/list-changes.ts';

/** The row that should stay where it is: the one in use, or the first visible one of a scrolled list. */
function findAnchor(scroller: HTMLElement): HTMLElement | undefined {
  const head = scroller.querySelector('[role=rowgroup]')?.getBoundingClientRect().bottom ?? 0;
  const { bottom } = scroller.getBoundingClientRect();
  const visible = [...scroller.querySelectorAll<HTMLElement>('[data-row-id]')].filter((row) => {
    const { top } = row.getBoundingClientRect();
    return top >= head && top < bottom;
  });
  const used = visible.find((row) => row.matches(':focus-within, :hover'));
  return used ?? (scroller.scrollTop > 0 ? visible[0] : undefined);
}

/** Keeps a row where it is when the user shows the changes of others, which may add rows above it. */
export function useKeptPlace(scroller: RefObject<HTMLDivElement | null>, items: readonly RecordData[]): void {
  const kept = useRef<{ id: string; index: number; height: number }>(undefined);

  useLayoutEffect(() => {
    let applied = $applied.get();
    // Called before React renders the new rows.
    return $records.listen((list, before) => {
      if (applied === $applied.get() || list.state !== 'ready' || before?.state !== 'ready') return;
      if (list.items === before.items) return;
      applied = $applied.get();
      const anchor = scroller.current ? findAnchor(scroller.current) : undefined;
      const id = anchor?.dataset['rowId'];
      if (!anchor || id === undefined) return;
      const index = before.items.findIndex((item) => item.id === id);
      kept.current = { id, index, height: anchor.offsetHeight };
    });
  }, [scroller]);

  useLayoutEffect(() => {
    const { id, index = 0, height = 0 } = kept.current ?? {};
    if (id === undefined) return;
    kept.current = undefined;
    const next = items.findIndex((item) => item.id === id);
    if (next >= 0) scroller.current?.scrollBy({ top: (next - index) * height, behavior: 'instant' });
  }, [scroller, items]);
}
