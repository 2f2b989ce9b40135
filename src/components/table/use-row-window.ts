import {
  defaultRangeExtractor,
  elementScroll,
  type Range,
  type Rect,
  useVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { whenIdle } from '#browser/connection.ts';
import { useIsPainted } from '#components/hooks/use-is-painted.ts';

const OVERSCAN = 6;

/** The media of the page are not those of paper yet when the browser announces to print. */
let isPrinting = false;

function subscribe(onChange: () => void): () => void {
  const follow = ({ type }: Event) => {
    isPrinting = type === 'beforeprint';
    onChange();
  };
  window.addEventListener('beforeprint', follow);
  window.addEventListener('afterprint', follow);
  return () => {
    window.removeEventListener('beforeprint', follow);
    window.removeEventListener('afterprint', follow);
  };
}

/** Whether the page is being printed. React renders the change before the browser lays out the sheets. */
const useIsPrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPrinting,
    () => false,
  );

/** Returns a range extractor that adds the index `kept` to the visible range. */
export function useKeptRange(kept: number, extract = defaultRangeExtractor): (range: Range) => number[] {
  return useCallback(
    (range) => {
      const indexes = extract(range);
      if (kept < 0 || kept >= range.count || indexes.includes(kept)) return indexes;
      return [...indexes, kept].sort((a, b) => a - b);
    },
    [kept, extract],
  );
}

type Scrolled = Virtualizer<HTMLElement, Element>;

/** Reports the size only when the browser has laid out the page anyway: reading it before would do that once more. */
export function observeSize(instance: Scrolled, report: (rect: Rect) => void): () => void {
  const { scrollElement } = instance;
  const observer = new ResizeObserver(() => {
    if (!scrollElement) return;
    // A list that fits its larger window cannot be scrolled to where it was left, and no event says so.
    instance.scrollOffset = instance.options.horizontal ? scrollElement.scrollLeft : scrollElement.scrollTop;
    report({ width: scrollElement.offsetWidth, height: scrollElement.offsetHeight });
  });
  if (scrollElement) observer.observe(scrollElement);
  return () => observer.disconnect();
}

const known = new WeakMap<Scrolled, HTMLElement>();

/** Scrolls, except a new element to its start: it is there, and the call would lay out the page at once. */
export function scrollUnlessNew(offset: number, options: object, instance: Scrolled): void {
  const { scrollElement } = instance;
  if (!scrollElement) return;
  const isNew = known.get(instance) !== scrollElement;
  known.set(instance, scrollElement);
  if (!isNew || offset !== 0) elementScroll(offset, options, instance);
}

/** Part of the window's height that a list fills at first, until it is measured. */
const SHARE = 0.85;

const firstSize = (): Rect => ({ width: window.innerWidth, height: window.innerHeight * SHARE });

export interface RowWindowOptions<T> {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** Height of each row, in px. */
  readonly rowHeight: number;
  /** Distance between the top of the scrolled content and the first row, in px. */
  readonly marginTop: number;
  /** Height of the header that covers the top of the scroller, in px. */
  readonly headHeight: number;
  /** Key of a row that stays in the page while it is out of sight. */
  readonly kept: string | undefined;
  /** Where a new scroller is scrolled to, in px. */
  readonly start?: number;
  readonly extract?: (range: Range) => number[];
}

export interface WindowRow<T> {
  readonly item: T;
  readonly index: number;
  /** Distance to the top of the body, in px. */
  readonly top: number;
}

/** Only the visible rows and their neighbours: the size of the page depends on the window, not on the loaded rows. */
export function useRowWindow<T>(options: RowWindowOptions<T>) {
  const { scroller, items, keyOf, rowHeight, marginTop, headHeight, kept, start = 0, extract } = options;
  const indexOf = (key: string) => items.findIndex((item) => keyOf(item) === key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a scan of a long list; `keyOf` does not change.
  const keptIndex = useMemo(() => (kept === undefined ? -1 : indexOf(kept)), [items, kept]);
  // A new function would make the library place all rows again, with every scroll event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `keyOf` does not change.
  const getItemKey = useCallback(
    (index: number) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    [items],
  );
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey,
    // Rows out of sight follow when the first ones are painted.
    overscan: useIsPainted(items.length > 0, whenIdle) ? OVERSCAN : 0,
    scrollMargin: marginTop,
    scrollPaddingStart: headHeight,
    rangeExtractor: useKeptRange(keptIndex, extract),
    initialRect: firstSize(),
    initialOffset: start,
    observeElementRect: observeSize,
    scrollToFn: scrollUnlessNew,
  });
  const measured = useRef(rowHeight);
  useLayoutEffect(() => {
    if (measured.current !== rowHeight) virtualizer.measure();
    measured.current = rowHeight;
  }, [virtualizer, rowHeight]);
  const isPrinting = useIsPrinting();
  const visible = virtualizer.getVirtualItems().flatMap(({ index, start }): WindowRow<T>[] => {
    const item = items[index];
    return item === undefined ? [] : [{ item, index, top: start - marginTop }];
  });
  return {
    /** On paper there are all rows. */
    rows: isPrinting ? items.map((item, index) => ({ item, index, top: 0 })) : visible,
    /** Position of the last visible row, -1 if there is none. */
    lastIndex: virtualizer.range?.endIndex ?? -1,
    /** Height of all rows, in px. */
    height: items.length * rowHeight,
    /** Scrolls the row with this key into view, if it is loaded and not visible. */
    scrollToRow: (key: string) => {
      const index = indexOf(key);
      if (index >= 0) virtualizer.scrollToIndex(index);
    },
  };
}
