import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { ListScroller } from '#components/table/ListScroller.tsx';
import { useLoadAhead } from '#components/table/use-load-ahead.ts';
import type { RecordData } from '#domain/records/record.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import type { ReadyList } from '#stores/factories/create-list.ts';
import { $gone } from '#stores/records/changes.ts';
import {
  $filter,
  $place,
  $selectedRecords,
  $sort,
  $visibleColumns,
  loadMoreRecords,
  notePlace,
  setFilter,
} from '#stores/records/list.ts';
import { openNewRecord } from '#stores/records/open.ts';
import { RecordRow } from './RecordRow.tsx';
import { RecordsTableHead } from './RecordsTableHead.tsx';
import { useKeptPlace } from './use-kept-place.ts';
import { useTableWindow } from './use-table-window.ts';

interface Props {
  readonly list: ReadyList<RecordData>;
}

/** Shown below the header of an empty list, so that columns and sort stay available (RL-06). */
function NoRecords() {
  const filter = useStore($filter);
  const isView = useStore($activeCollection)?.type === 'view';
  return (
    <div className="sticky left-0" role="status">
      <EmptyState text="No records found.">
        {filter && <Button onClick={() => setFilter('')}>Clear filters</Button>}
        {!filter && !isView && <Button onClick={openNewRecord}>New record</Button>}
      </EmptyState>
    </div>
  );
}

/** The loaded records. Invisible rows and columns are not in the page; ARIA attributes give the total counts. */
export function RecordsTable({ list }: Props) {
  const { items, hasMore, loading } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const collection = useStore($activeCollection);
  const columns = useStore($visibleColumns);
  const selected = useStore($selectedRecords);
  const gone = useStore($gone);
  const filter = useStore($filter);
  const sort = useStore($sort);
  const [start] = useState(() => $place.get());
  const view = useTableWindow(scroller, items, columns, start);
  useKeptPlace(scroller, items);
  useLoadAhead(list, view.lastIndex, () => void loadMoreRecords());

  return (
    <ListScroller
      ref={scroller}
      label="Records"
      listKey={`${filter} ${sort}`}
      data-records-scroller=""
      onScroll={({ currentTarget }) => notePlace(currentTarget)}
      onFocus={view.onFocus}
      onBlur={view.onBlur}
    >
      {/* Not a <table>: invisible rows and columns are not rendered. */}
      <div
        className="list-table"
        role="table"
        aria-label={`${collection?.name ?? ''} records`}
        aria-rowcount={items.length + 1}
        aria-colcount={columns.length + 2}
        aria-busy={loading !== undefined || undefined}
        data-loading={loading}
        data-records-table=""
        style={{ width: view.width }}
      >
        <RecordsTableHead items={items} view={view} />
        <div role="rowgroup" className="relative" style={{ height: view.height }}>
          {view.rows.map(({ item: record, index, top }) => (
            <RecordRow
              key={record.id}
              record={record}
              index={index}
              top={top}
              columns={view.columns}
              after={view.after}
              isSelected={selected.has(record.id)}
              gone={gone.get(record.id)}
            />
          ))}
        </div>
      </div>
      {items.length === 0 && loading === undefined && <NoRecords />}
      {hasMore && (
        <div className="sticky left-0 flex justify-center p-3">
          <Button busy={loading === 'more'} onClick={() => void loadMoreRecords()}>
            Load more
          </Button>
        </div>
      )}
    </ListScroller>
  );
}
