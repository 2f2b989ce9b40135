import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { PickedList } from '#stores/field-types/pick-list.ts';

/** How near the end the next page is asked for, in px (PK-02, FP-04). */
const THRESHOLD = 100;

/**
 * Calls `loadMore` when the element is scrolled to within 100 px of its end, and while what it holds does not
 * fill it. After a failure it keeps quiet: every try would bring another message, and `PickListEnd` goes on.
 * Returns what to call when the element scrolls.
 */
export function useLoadOnScroll(
  scroller: RefObject<HTMLElement | null>,
  list: PickedList,
  loadMore: () => void,
): () => void {
  const check = () => {
    const element = scroller.current;
    if (!element || list.state !== 'ready' || list.isStuck) return;
    if (element.scrollHeight - element.scrollTop - element.clientHeight <= THRESHOLD) loadMore();
  };
  const checkNow = useEffectEvent(check);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came may not fill the element.
  useEffect(() => checkNow(), [list]);
  return check;
}
