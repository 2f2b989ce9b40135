import { type RefObject, useLayoutEffect, useState } from 'react';

/** Inner width or outer height of an element in px, `initial` until it is measured. */
export function useElementSize(
  ref: RefObject<HTMLElement | null>,
  side: 'clientWidth' | 'offsetHeight',
  initial = 0,
): number {
  const [size, setSize] = useState(initial);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    // Reading it lays out the page; the observer reports it when that is done anyway.
    if (!initial) setSize(element[side]);
    const observer = new ResizeObserver(() => setSize(element[side]));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, side, initial]);
  return size;
}
