import { useEffect } from 'react';
import type { ListState } from './ListTable.tsx';

/** Number of rows before the end of the loaded ones at which the next page is requested. */
const ROWS_AHEAD = 10;

interface GrowingList extends ListState {
  readonly hasMore: boolean;
}

/**
 * Loads the next page when the visible rows are near the end of the loaded ones; after a failure only the button
 * loads it.
 * @param lastIndex position of the last visible row, -1 while no row is visible
 */
export function useLoadAhead(list: GrowingList, lastIndex: number, loadMore: () => void): void {
  const count = list.items.length;
  const canLoad = list.hasMore && !list.loading && !list.hasLoadMoreError;
  const isNear = lastIndex >= 0 && lastIndex >= count - ROWS_AHEAD;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one loaded page may not be enough.
  useEffect(() => {
    if (isNear && canLoad) loadMore();
  }, [isNear, canLoad, count]);
}
