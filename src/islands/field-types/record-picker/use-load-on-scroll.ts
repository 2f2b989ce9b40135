import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { PickedList } from '#stores/field-types/pick-list.ts';

/** Distance to the end at which the next page is requested, in px. */
const THRESHOLD = 100;

/**
 * Calls `loadMore` when the element is scrolled to within 100 px of its end, and while its content does not fill it.
 * After a failure it stops, because every retry would show another message; `PickListEnd` offers a retry instead.
 * Returns the scroll handler of the element.
 */
export function useLoadOnScroll(
  scroller: RefObject<HTMLElement | null>,
  list: PickedList,
  loadMore: () => void,
): () => void {
  const check = () => {
    const element = scroller.current;
    if (!element || list.state !== 'ready' || list.hasLoadMoreError) return;
    if (element.scrollHeight - element.scrollTop - element.clientHeight <= THRESHOLD) loadMore();
  };
  const checkNow = useEffectEvent(check);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a loaded page may not fill the element.
  useEffect(() => checkNow(), [list]);
  return check;
}
