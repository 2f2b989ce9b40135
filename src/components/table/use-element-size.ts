import { type RefObject, useLayoutEffect, useState } from 'react';

type Side = 'clientWidth' | 'offsetHeight';

function useElementSize(ref: RefObject<HTMLElement | null>, side: Side, initial = 0): number {
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

/** Inner width of an element in px, `initial` until it is measured. */
export const useElementWidth = (ref: RefObject<HTMLElement | null>, initial = 0): number =>
  useElementSize(ref, 'clientWidth', initial);

/** Outer height of an element in px, 0 until it is measured. */
export const useElementHeight = (ref: RefObject<HTMLElement | null>): number =>
  useElementSize(ref, 'offsetHeight');
