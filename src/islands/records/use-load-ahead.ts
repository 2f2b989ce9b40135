import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $records, loadMoreRecords } from '#stores/records/list.ts';

/** Number of rows before the end of the loaded ones at which the next page is requested. */
const ROWS_AHEAD = 10;

/**
 * Loads the next page when the visible rows are near the end of the loaded ones; after a failure only the button
 * loads it (RL-04).
 * @param lastIndex position of the last visible row, -1 while no row is visible
 */
export function useLoadAhead(lastIndex: number): void {
  const list = useStore($records);
  const count = list.state === 'ready' ? list.items.length : 0;
  const canLoad = list.state === 'ready' && list.hasMore && !list.loading && !list.hasLoadMoreError;
  const isNear = lastIndex >= 0 && lastIndex >= count - ROWS_AHEAD;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one loaded page may not be enough.
  useEffect(() => {
    if (isNear && canLoad) void loadMoreRecords();
  }, [isNear, canLoad, count]);
}
