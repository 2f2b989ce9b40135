import { type RefObject, useEffect, useEffectEvent } from 'react';

/** How near the end the next page is asked for, in px (PK-02, FP-04). */
const THRESHOLD = 100;

/**
 * Calls `loadMore` when the element is scrolled to within 100 px of its end, and while what it holds does not
 * fill it. `content` is whatever changes when there is more in it.
 */
export function useLoadOnScroll(
  scroller: RefObject<HTMLElement | null>,
  loadMore: () => void,
  content: unknown,
): () => void {
  const check = useEffectEvent(() => {
    const element = scroller.current;
    if (!element) return;
    if (element.scrollHeight - element.scrollTop - element.clientHeight <= THRESHOLD) loadMore();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: new content is what makes it worth looking.
  useEffect(() => check(), [content]);
  return () => {
    const element = scroller.current;
    if (!element) return;
    if (element.scrollHeight - element.scrollTop - element.clientHeight <= THRESHOLD) loadMore();
  };
}
