import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useMemo } from 'react';

/** Rows rendered above and below the visible ones. */
const OVERSCAN = 6;

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

/** Options of {@link useRowWindow}. */
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
  /** Selects the rows to render from the visible ones. */
  readonly extract?: (range: Range) => number[];
}

/** A rendered row. */
export interface WindowRow<T> {
  readonly item: T;
  readonly index: number;
  /** Distance to the top of the body, in px. */
  readonly top: number;
}

/**
 * The rows to render: only the visible ones and their neighbours, so that the size of the page depends on the window
 * and not on the number of loaded rows.
 */
export function useRowWindow<T>(options: RowWindowOptions<T>) {
  const { scroller, items, keyOf, rowHeight, marginTop, headHeight, kept, extract } = options;
  const indexOf = (key: string) => items.findIndex((item) => keyOf(item) === key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a scan of a long list; `keyOf` does not change.
  const keptIndex = useMemo(() => (kept === undefined ? -1 : indexOf(kept)), [items, kept]);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    overscan: OVERSCAN,
    scrollMargin: marginTop,
    scrollPaddingStart: headHeight,
    rangeExtractor: useKeptRange(keptIndex, extract),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: measures again after the height has changed.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  return {
    rows: virtualizer.getVirtualItems().flatMap(({ index, start }): WindowRow<T>[] => {
      const item = items[index];
      return item === undefined ? [] : [{ item, index, top: start - marginTop }];
    }),
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
