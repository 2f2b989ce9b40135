import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $records, loadMoreRecords } from '#stores/records/list.ts';

/** How many rows before the end of what is loaded the next page is asked for. */
const ROWS_AHEAD = 10;

/**
 * Loads the next page when the rows in sight come near the end of the loaded ones; after a failure only the
 * button goes on (RL-04).
 * @param lastIndex position of the last row in sight, -1 while the list is not.
 */
export function useLoadAhead(lastIndex: number): void {
  const list = useStore($records);
  const count = list.state === 'ready' ? list.items.length : 0;
  const canLoad = list.state === 'ready' && list.hasMore && !list.loading && !list.isStuck;
  const isNear = lastIndex >= 0 && lastIndex >= count - ROWS_AHEAD;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that came may not be enough.
  useEffect(() => {
    if (isNear && canLoad) void loadMoreRecords();
  }, [isNear, canLoad, count]);
}
