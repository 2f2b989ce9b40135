import { useStore } from '@nanostores/react';
import { type SyntheticEvent, useCallback, useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { closeByProps, lazyPanel } from '#components/feedback/lazy-part.tsx';
import { ListScroller } from '#components/table/ListScroller.tsx';
import { ListEnd, ListTable } from '#components/table/ListTable.tsx';
import { useLoadAhead } from '#components/table/use-load-ahead.ts';
import type { RecordData } from '#domain/records/record.ts';
import { $filter, setFilter } from '#stores/app/list-address.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import type { ReadyList } from '#stores/factories/create-list.ts';
import { $cellUse, $waitingRows } from '#stores/records/cells/use.ts';
import {
  $lockOf,
  $place,
  $selectedRecords,
  $sort,
  $visibleColumns,
  loadMoreRecords,
  notePlace,
  recordSelection,
} from '#stores/records/list.ts';
import { $gone } from '#stores/records/list-changes.ts';
import { openNewRecord } from '#stores/records/open.ts';
import { $order } from '#stores/records/order/state.ts';
import { RecordRow } from './RecordRow.tsx';
import { RecordsSkeleton } from './RecordsSkeleton.tsx';
import { RecordsTableHead } from './RecordsTableHead.tsx';
import { useKeptPlace } from './use-kept-place.ts';
import { useTableWindow } from './use-table-window.ts';

const CellMenu = lazyPanel(() => import('./CellMenu.tsx'), closeByProps);

const RowOrder = lazyPanel(() => import('./RowOrder.tsx'));

interface Props {
  /** Undefined until the first page has arrived: placeholders are below the header then. */
  readonly list: ReadyList<RecordData> | undefined;
  /** Shows placeholders only when the first page takes longer than most do. */
  readonly delaysSkeleton: boolean;
}

const LOADING: ReadyList<RecordData> = {
  state: 'ready',
  items: [],
  page: 0,
  hasMore: false,
  loading: 'more',
};

/** The loaded records. Invisible rows and columns are not in the page; ARIA attributes give the total counts. */
export function RecordsTable({ list: loaded, delaysSkeleton }: Props) {
  const list = loaded ?? LOADING;
  const { items } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const collection = useStore($activeCollection);
  const columns = useStore($visibleColumns);
  const selected = useStore($selectedRecords);
  const gone = useStore($gone);
  const lockOf = useStore($lockOf);
  const waiting = useStore($waitingRows);
  const filter = useStore($filter);
  const sort = useStore($sort);
  const order = useStore($order);
  const [start] = useState(() => $place.get());
  const view = useTableWindow(scroller, items, columns, start);
  const [menu, setMenu] = useState<{ readonly cell: HTMLElement; readonly key: number }>();
  const openMenu = (event: SyntheticEvent) => {
    const found = event.target instanceof Element && event.target.closest('[data-row-id] [data-column]');
    if (!(found instanceof HTMLElement)) return;
    event.preventDefault();
    // A new menu each time: the last one may still fade out.
    setMenu((last) => ({ cell: found, key: (last?.key ?? 0) + 1 }));
  };
  const closeMenu = useCallback(() => setMenu(undefined), []);
  useKeptPlace(scroller, items);
  useLoadAhead(list, view.lastIndex, () => void loadMoreRecords());

  return (
    <ListScroller
      ref={scroller}
      label="Records"
      listKey={`${filter} ${sort}`}
      data-records-scroller=""
      onScroll={({ currentTarget }) => {
        notePlace(currentTarget);
        currentTarget.toggleAttribute('data-covers', currentTarget.scrollLeft > view.stickyFrom);
      }}
      onContextMenu={(event) => {
        // The browser's own menu is for marked text, and for whoever asks for it.
        if (!event.ctrlKey && getSelection()?.isCollapsed !== false) openMenu(event);
      }}
      onKeyDown={(event) => {
        if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) openMenu(event);
      }}
      onFocus={view.onFocus}
      onBlur={view.onBlur}
    >
      <ListTable
        label={`${collection?.name ?? ''} records`}
        list={list}
        keep={view.keep}
        selection={recordSelection}
        onCell={$cellUse.set}
        aria-colcount={columns.length + 2}
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
              lock={lockOf(record.id)}
              waiting={waiting.get(record.id)}
            />
          ))}
          {order && (
            <RowOrder
              order={order}
              scroller={scroller}
              rows={view.rows}
              height={view.height}
              count={items.length}
            />
          )}
        </div>
      </ListTable>
      {menu && <CellMenu key={menu.key} cell={menu.cell} onClose={closeMenu} />}
      {!loaded && <RecordsSkeleton columns={view.columns} isDelayed={delaysSkeleton} />}
      <ListEnd
        list={list}
        hasMore={list.hasMore}
        onMore={() => void loadMoreRecords()}
        empty="No records found."
        onClear={filter ? () => setFilter('') : undefined}
        action={collection?.type !== 'view' && <Button onClick={openNewRecord}>New record</Button>}
      />
    </ListScroller>
  );
}
