import { useStore } from '@nanostores/react';
import type { Range } from '@tanstack/react-virtual';
import { memo, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { Spinner } from '#components/elements/Button.tsx';
import { DateTime } from '#components/elements/DateTime.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { useIsPainted } from '#components/hooks/use-is-painted.ts';
import { useRoving } from '#components/keys/use-keys.ts';
import { ListRow, type ListRowProps, SelectAll } from '#components/table/ListRow.tsx';
import { ListScroller } from '#components/table/ListScroller.tsx';
import { ListEnd, ListTable, useLoadAhead } from '#components/table/ListTable.tsx';
import { useElementSize } from '#components/table/use-element-size.ts';
import { useFocusedCell } from '#components/table/use-focused-cell.ts';
import { useRowHeight } from '#components/table/use-row-height.ts';
import { useRowWindow } from '#components/table/use-row-window.ts';
import { truncate } from '#domain/app/value-text.ts';
import type { LogEntry } from '#domain/backend/log.ts';
import { dataLabels } from '#domain/logs/labels.ts';
import { useInitial, usePrerendered } from '#islands/island.tsx';
import type { ReadyList } from '#stores/factories/create-list.ts';
import { $logId, openLog } from '#stores/logs/detail.ts';
import {
  $logs,
  $selectedLogs,
  clearSelection,
  loadMoreLogs,
  logSelection,
  selectLogs,
  toggleLog,
  toggleLogsTo,
} from '#stores/logs/list.ts';
import { refreshLogs } from '#stores/logs/page.ts';
import { $hasFilter, $logsQuery, clearFilters, ownHosts } from '#stores/logs/query.ts';
import { LevelLabel, RelativeTime } from './LevelLabel.tsx';
import { LogsOverview } from './LogsOverview.tsx';

/** A component of its own, so that a selection does not render the whole header again. */
function SelectAllLogs({ items }: { items: readonly LogEntry[] }) {
  const selected = useInitial($selectedLogs);
  return <SelectAll items={items} selected={selected} onSelect={selectLogs} onClear={clearSelection} />;
}

function Loading() {
  return (
    <>
      <Spinner className="text-muted" />
      <span className="sr-only">Loading</span>
    </>
  );
}

function LogsTableHead({ items, isLoading }: { items: readonly LogEntry[]; isLoading: boolean }) {
  return (
    <div role="rowgroup" className="list-head logs-head">
      <div role="row" aria-rowindex={1} className="logs-columns">
        <div role="columnheader" aria-label="Select" className="cell-select">
          {isLoading ? <Loading /> : <SelectAllLogs items={items} />}
        </div>
        {['level', 'message', 'created'].map((name) => (
          <div key={name} role="columnheader" className={`log-${name}`}>
            {name}
          </div>
        ))}
        <div role="columnheader" className="log-arrow">
          <span className="sr-only">Open</span>
        </div>
      </div>
    </div>
  );
}

/** Longest part of a message that a row renders; the panel shows the whole one. */
const MESSAGE_LIMIT = 500;

/** Characters of a label that is always whole; a longer one may be cut to leave room for the others. */
const SHORT_LABEL = 24;

/** The content of a row, which a change of the selection does not render again. */
const LogCells = memo(function LogCells({ log }: { readonly log: LogEntry }) {
  return (
    <>
      <div role="gridcell" className="log-level">
        <LevelLabel level={log.level} />
      </div>
      <div role="gridcell" className="log-message">
        <span className="cell-text block" data-tooltip-clipped="">
          {truncate(log.message, MESSAGE_LIMIT, '')}
        </span>
        <span className="log-labels">
          {dataLabels(log, ownHosts()).map(({ name, text, tone, whole }) => (
            <span
              key={name}
              className={`log-label is-${tone} ${text.length > SHORT_LABEL ? 'is-long' : ''}`}
              data-tooltip={whole}
              data-tooltip-clipped={whole ? undefined : ''}
            >
              {text}
            </span>
          ))}
        </span>
      </div>
      <div role="gridcell" className="log-created">
        <DateTime value={log.time} milliseconds />
        <RelativeTime value={log.time} />
      </div>
      <div role="gridcell" className="log-arrow">
        <span aria-hidden="true" className="icon-[ri--arrow-right-line] size-4 text-muted" />
      </div>
    </>
  );
});

interface RowProps extends Pick<ListRowProps, 'index' | 'top'> {
  readonly log: LogEntry;
  readonly isSelected: boolean;
  readonly isOpened: boolean;
}

export const LogRow = memo(function LogRow({ log, index, top, isSelected, isOpened }: RowProps) {
  const { id } = log;
  return (
    <ListRow
      id={id}
      index={index}
      top={top}
      className="log-row"
      data-opened={isOpened || undefined}
      onOpen={() => openLog(id)}
      select={{ isSelected, onToggle: () => toggleLog(id), onToggleTo: () => toggleLogsTo(id) }}
    >
      <LogCells log={log} />
    </ListRow>
  );
});

const BATCH = 10;

function wholeBatches({ startIndex, endIndex, count }: Range): number[] {
  const first = Math.floor(startIndex / BATCH) * BATCH;
  const end = Math.min(count, Math.ceil((endIndex + 1) / BATCH) * BATCH);
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
}

const oneBatch = (range: Range): number[] => wholeBatches(range).slice(0, BATCH);

interface Props {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly list: ReadyList<LogEntry>;
  /** Height of the content above the table, in px. */
  readonly marginTop: number;
  readonly focusedId: string | undefined;
}

function LogRows({ scroller, list, marginTop, focusedId }: Props) {
  const { items } = list;
  const selected = useStore($selectedLogs);
  const openedId = usePrerendered($logId, undefined);
  const headHeight = useRowHeight();
  const rowHeight = useRowHeight('logRow');
  // The others follow when the first batch is painted.
  const hasFirstBatch = useIsPainted(true);
  const view = useRowWindow({
    scroller,
    items,
    keyOf: ({ id }) => id,
    rowHeight,
    marginTop: marginTop + headHeight,
    headHeight,
    kept: focusedId,
    extract: hasFirstBatch ? wholeBatches : oneBatch,
  });
  useLoadAhead(list, view.lastIndex, () => void loadMoreLogs());

  // The row of the opened entry stays in sight while its panel steps through the list.
  const showOpened = useEffectEvent(() => {
    if (openedId !== undefined) view.scrollToRow(openedId);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry was opened.
  useEffect(() => showOpened(), [openedId]);

  return (
    <div role="rowgroup" className="relative" style={{ height: view.height }}>
      {view.rows.map(({ item, index, top }) => (
        <LogRow
          key={item.id}
          log={item}
          index={index}
          top={top}
          isSelected={selected.has(item.id)}
          isOpened={item.id === openedId}
        />
      ))}
    </div>
  );
}

/** The table of the chart has keys of its own. */
const OVERVIEW_CONTROLS = 'button:not(table *)';

const NOTHING = { items: [], loading: undefined };

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
  const overviewHeight = useElementSize(overview, 'offsetHeight');
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
