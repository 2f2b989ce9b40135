import { useStore } from '@nanostores/react';
import { type RefObject, useRef } from 'react';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { useRoving } from '#components/keys/use-keys.ts';
import { ListScroller } from '#components/table/ListScroller.tsx';
import { ListEnd, ListTable } from '#components/table/ListTable.tsx';
import { useElementHeight } from '#components/table/use-element-size.ts';
import { useFocusedCell } from '#components/table/use-focused-cell.ts';
import { useInitial, usePrerendered } from '#islands/use-prerendered.ts';
import { $logs, loadMoreLogs, logSelection } from '#stores/logs/list.ts';
import { refreshLogs } from '#stores/logs/page.ts';
import { $hasFilter, $logsQuery, clearFilters } from '#stores/logs/query.ts';
import { LogRows } from './LogRows.tsx';
import { LogsOverview } from './LogsOverview.tsx';
import { LogsTableHead } from './LogsTableHead.tsx';

/** The table of the chart has keys of its own. */
const OVERVIEW_CONTROLS = 'button:not(table *)';

const NOTHING = { items: [], loading: undefined };

/** Placeholder rows of the size of entries. */
function LogsSkeleton() {
  return (
    <div role="rowgroup" data-skeleton="">
      {Array.from({ length: 8 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a skeleton keep their order.
        <div key={row} role="row" className="log-row static">
          <div role="gridcell" className="cell-select" />
          <div role="gridcell" className="log-level">
            <Skeleton className="h-5 w-20" />
          </div>
          <div role="gridcell" className="log-message">
            {row === 0 && (
              <span className="sr-only" role="status">
                Loading logs...
              </span>
            )}
            <Skeleton className="h-3.5 w-64 max-w-full" />
            <Skeleton className="mt-1.5 h-3 w-40 max-w-full" />
          </div>
          <div role="gridcell" className="log-created">
            <Skeleton className="h-3.5 w-44" />
          </div>
          <div role="gridcell" className="log-arrow" />
        </div>
      ))}
    </div>
  );
}

/** The chart and the entries, which scroll together below the search box. */
export function LogsList({ scroller }: { readonly scroller: RefObject<HTMLDivElement | null> }) {
  const overview = useRef<HTMLDivElement>(null);
  useRoving(overview, OVERVIEW_CONTROLS);
  const overviewHeight = useElementHeight(overview);
  const list = useInitial($logs);
  const query = usePrerendered($logsQuery, undefined);
  const { cell, keep, onFocus, onBlur } = useFocusedCell();
  const hasFilter = useStore($hasFilter);
  const shown = list.state === 'ready' ? list : NOTHING;

  return (
    <ListScroller
      ref={scroller}
      label="Logs"
      listKey={query}
      data-logs-scroller=""
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <div ref={overview} role="toolbar" aria-label="Overview">
        <LogsOverview />
      </div>
      {list.state === 'failed' ? (
        <ErrorState title="The logs could not be loaded." error={list.error} onRetry={refreshLogs} />
      ) : (
        <ListTable
          label="Logs"
          list={shown}
          keep={keep}
          selection={logSelection}
          isBusy={list.state === 'busy'}
          className="logs-table"
          data-logs-table=""
        >
          <LogsTableHead
            items={shown.items}
            isLoading={list.state === 'busy' || shown.loading === 'refresh'}
          />
          {list.state === 'ready' ? (
            <LogRows scroller={scroller} list={list} marginTop={overviewHeight} focusedId={cell.rowId} />
          ) : (
            <LogsSkeleton />
          )}
        </ListTable>
      )}
      {list.state === 'ready' && (
        <ListEnd
          list={list}
          hasMore={list.hasMore}
          onMore={() => void loadMoreLogs()}
          empty="No logs found."
          onClear={hasFilter ? clearFilters : undefined}
        />
      )}
    </ListScroller>
  );
}
