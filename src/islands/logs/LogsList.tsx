import { useStore } from '@nanostores/react';
import { type RefObject, useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { ListScroller } from '#components/table/ListScroller.tsx';
import { useElementHeight } from '#components/table/use-element-size.ts';
import { useFocusedCell } from '#components/table/use-focused-cell.ts';
import { $logs, loadMoreLogs } from '#stores/logs/list.ts';
import { refreshLogs } from '#stores/logs/page.ts';
import { $hasFilter, $logsQuery, clearFilters } from '#stores/logs/query.ts';
import { LogRows } from './LogRows.tsx';
import { LogsOverview } from './LogsOverview.tsx';
import { LogsSkeleton } from './LogsSkeleton.tsx';
import { LogsTableHead } from './LogsTableHead.tsx';

function NoLogs() {
  const hasFilter = useStore($hasFilter);
  return (
    <div role="status">
      <EmptyState text="No logs found.">
        {hasFilter && <Button onClick={clearFilters}>Clear filters</Button>}
      </EmptyState>
    </div>
  );
}

/** The chart and the entries, which scroll together below the search box. */
export function LogsList({ scroller }: { readonly scroller: RefObject<HTMLDivElement | null> }) {
  const overview = useRef<HTMLDivElement>(null);
  const overviewHeight = useElementHeight(overview);
  const list = useStore($logs, { ssr: 'initial' });
  const query = useStore($logsQuery, { ssr: () => undefined });
  const { cell, onFocus, onBlur } = useFocusedCell();
  const items = list.state === 'ready' ? list.items : [];
  const loading = list.state === 'ready' ? list.loading : undefined;

  return (
    <ListScroller
      ref={scroller}
      label="Logs"
      listKey={query}
      data-logs-scroller=""
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <div ref={overview}>
        <LogsOverview />
      </div>
      {list.state === 'failed' ? (
        <ErrorState
          title="The logs could not be loaded."
          message={list.error.message}
          onRetry={() => void refreshLogs()}
        />
      ) : (
        // Not a <table>: invisible rows are not rendered.
        <div
          className="list-table logs-table"
          role="table"
          aria-label="Logs"
          aria-rowcount={items.length + 1}
          aria-busy={list.state === 'busy' || loading !== undefined || undefined}
          data-loading={loading}
          data-logs-table=""
        >
          <LogsTableHead items={items} isLoading={list.state === 'busy' || loading === 'refresh'} />
          {list.state === 'ready' ? (
            <LogRows scroller={scroller} list={list} marginTop={overviewHeight} focusedId={cell.rowId} />
          ) : (
            <LogsSkeleton />
          )}
        </div>
      )}
      {list.state === 'ready' && items.length === 0 && !loading && <NoLogs />}
      {list.state === 'ready' && list.hasMore && (
        <div className="flex justify-center p-3">
          <Button busy={loading === 'more'} onClick={() => void loadMoreLogs()}>
            Load more
          </Button>
        </div>
      )}
    </ListScroller>
  );
}
