import { useStore } from '@nanostores/react';
import { memo, type RefObject, type SyntheticEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { ResizeHandle } from '#components/elements/ResizeHandle.tsx';
import { closeByProps, lazyPanel } from '#components/feedback/lazy-part.tsx';
import { Dropdown } from '#components/overlay/Dropdown.tsx';
import { ListRow, type ListRowProps, SelectAll } from '#components/table/ListRow.tsx';
import { ListScroller } from '#components/table/ListScroller.tsx';
import { ListEnd, ListTable, useLoadAhead } from '#components/table/ListTable.tsx';
import { SortHeader } from '#components/table/SortHeader.tsx';
import { COLUMNS } from '#domain/field-types/columns.ts';
import { COLUMN_MAX, COLUMN_MIN } from '#domain/records/column-width.ts';
import type { Gone } from '#domain/records/list-changes.ts';
import { type RecordData, storedId } from '#domain/records/record.ts';
import { Cell, cellLine } from '#islands/field-types/cells/Cell.tsx';
import { HiddenSign } from '#islands/field-types/HiddenSign.tsx';
import { $filter, setFilter, setSort } from '#stores/app/list-address.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import type { ReadyList } from '#stores/factories/create-list.ts';
import { $cellUse, $waitingRows, type WaitingRow } from '#stores/records/cells/use.ts';
import { fitAllColumns, fitColumn } from '#stores/records/column-contents.ts';
import {
  $hiddenColumns,
  resetColumns,
  resizeColumn,
  storeColumnWidths,
  toggleColumn,
} from '#stores/records/columns.ts';
import {
  $columns,
  $lockOf,
  $place,
  $records,
  $selectedRecords,
  $sort,
  $visibleColumns,
  clearSelection,
  loadMoreRecords,
  recordSelection,
  selectRecords,
  toggleRecord,
  toggleRecordsTo,
} from '#stores/records/list.ts';
import { $applied, $gone, openListedRecord } from '#stores/records/list-changes.ts';
import { openNewRecord } from '#stores/records/open.ts';
import { toggleOrder } from '#stores/records/order/actions.ts';
import { $order } from '#stores/records/order/state.ts';
import { openRecordTool } from '#stores/records/tools.ts';
import { type TableWindow, useTableWindow, type VisibleColumn } from './use-table-window.ts';

/** A component of its own, so that a selection does not render the whole header again. */
function SelectAllRecords({ items }: { items: readonly RecordData[] }) {
  const selected = useStore($selectedRecords);
  const lockOf = useStore($lockOf);
  const selectable = items.filter(({ id }) => !lockOf(id));
  return (
    <SelectAll items={selectable} selected={selected} onSelect={selectRecords} onClear={clearSelection} />
  );
}

function ColumnsMenu() {
  const columns = useStore($columns);
  const hidden = useStore($hiddenColumns);
  return (
    <Dropdown
      label="Toggle columns"
      tooltip="Toggle columns"
      tooltipSide="left"
      triggerClass="grid size-9 max-sm:size-10 cursor-pointer place-items-center text-muted hover:text-base-content -outline-offset-2"
      items={() => [
        ...columns
          .filter((column) => column.type !== 'id')
          .map((column) => ({
            label: column.name,
            icon: FIELD_ICONS[column.type],
            checked: !hidden.includes(column.id),
            onSelect: () => toggleColumn(column.id),
          })),
        'separator',
        { label: 'Arrange columns…', onSelect: () => openRecordTool('columns') },
        { label: 'Fit all columns', onSelect: fitAllColumns },
        ...columns
          .filter(({ type, field }) => type === 'number' && field)
          .map(({ id, name }) => ({
            label: $order.get()?.field.id === id ? `Stop ordering by ${name}` : `Order by ${name}`,
            onSelect: () => void toggleOrder(id),
          })),
      ]}
    >
      <span className="icon-[ri--more-line]" aria-hidden="true" />
    </Dropdown>
  );
}

function RecordsTableHead({ items, view }: { items: readonly RecordData[]; view: TableWindow }) {
  const sort = useStore($sort);
  const colCount = useStore($visibleColumns).length + 2;
  return (
    <div role="rowgroup" className="list-head">
      <div role="row" aria-rowindex={1} className="flex">
        <div role="columnheader" aria-colindex={1} className="cell-select">
          <SelectAllRecords items={items} />
        </div>
        {view.columns.map(({ column, width, colIndex, gap, isNumeric, isIdentity }) => (
          <SortHeader
            key={column.id}
            name={column.name}
            icon={FIELD_ICONS[column.type]}
            sort={sort}
            onSort={setSort}
            colIndex={colIndex}
            style={{ width, marginLeft: gap }}
            isEnd={isNumeric}
            sign={column.isHidden && <HiddenSign />}
            className={`shrink-0 ${isIdentity ? 'cell-identity' : 'relative'}`}
          >
            <ResizeHandle
              label={`Resize column ${column.name}`}
              width={width}
              min={COLUMN_MIN}
              max={COLUMN_MAX}
              onResize={(next) => resizeColumn(column.id, next)}
              onDone={storeColumnWidths}
              onReset={() => resetColumns(column.id)}
              onFit={() => fitColumn(column)}
              isInGroup
            />
          </SortHeader>
        ))}
        {view.after > 0 && <div role="presentation" className="shrink-0" style={{ width: view.after }} />}
        <div role="columnheader" aria-colindex={colCount} className="cell-menu">
          <ColumnsMenu />
        </div>
      </div>
    </div>
  );
}

type SkeletonColumn = Pick<VisibleColumn, 'colIndex' | 'width' | 'gap'>;

const UNKNOWN: readonly SkeletonColumn[] = [128, 220, 110, 180, 104].map((width, index) => ({
  colIndex: index + 2,
  width,
  gap: 0,
}));

interface SkeletonProps {
  readonly columns?: readonly SkeletonColumn[];
  /** Invisible for the first 100 ms: a flash of placeholders reads slower than rows that follow at once. */
  readonly isDelayed?: boolean;
}

/** Placeholder rows of the size of records: one element for each column, whose background has a bar in each row. */
export function RecordsSkeleton({ columns = UNKNOWN, isDelayed = false }: SkeletonProps) {
  return (
    <div className={`skeleton-rows ${isDelayed ? 'is-delayed' : ''}`} role="status" data-skeleton="">
      <span className="sr-only">Loading records...</span>
      {columns.map(({ colIndex, width, gap }) => (
        <span key={colIndex} aria-hidden="true" style={{ width, marginLeft: gap }} />
      ))}
    </div>
  );
}

interface CellsProps {
  readonly record: RecordData;
  readonly columns: readonly VisibleColumn[];
  readonly waiting: WaitingRow | undefined;
  /** Total width of the omitted columns after the last rendered one, in px. */
  readonly after: number;
}

/** The values of a record, which a change of the selection does not render again. */
const RecordCells = memo(function RecordCells({ record: stored, columns, after, waiting }: CellsProps) {
  const record = waiting ? { ...stored, ...waiting.values } : stored;
  return (
    <>
      {columns.map(({ column, width, colIndex, gap, isNumeric, isIdentity }) => {
        const line = cellLine(record, column);
        return (
          <div
            role="gridcell"
            key={column.id}
            aria-colindex={colIndex}
            className={`list-cell ${line ? `is-line ${line.className}` : ''} ${isNumeric ? 'justify-end text-end' : ''} ${isIdentity ? 'cell-identity' : ''}`}
            style={{ width, marginLeft: gap }}
            data-column={column.name}
            data-tooltip-clipped={line && ''}
            {...waiting?.marks.get(column.name)}
          >
            {line ? (
              line.text
            ) : (
              <Cell
                record={record}
                column={column}
                width={COLUMNS[column.type].hasChips ? width : undefined}
              />
            )}
          </div>
        );
      })}
      {after > 0 && <div role="presentation" className="shrink-0" style={{ width: after }} />}
    </>
  );
});

interface RowProps extends CellsProps, Pick<ListRowProps, 'index' | 'top'> {
  readonly isSelected: boolean;
  readonly gone: Gone | undefined;
  readonly lock: string | undefined;
}

const GONE_TEXTS: Readonly<Record<Gone, string>> = {
  deleted: 'Deleted elsewhere',
  unlisted: 'No longer matches',
};

const RecordRow = memo(function RecordRow(props: RowProps) {
  const { record: listed, index, top, columns, after, waiting, isSelected, gone, lock } = props;
  const { id } = listed;
  const record = useMemo(
    () => (storedId(id) === id ? listed : { ...listed, id: storedId(id) }),
    [listed, id],
  );
  const note = gone ? GONE_TEXTS[gone] : lock;
  return (
    <ListRow
      id={id}
      index={index}
      top={top}
      data-gone={gone}
      data-tooltip={note}
      onOpen={() => openListedRecord(id)}
      select={{
        isSelected,
        onToggle: () => toggleRecord(id),
        onToggleTo: () => toggleRecordsTo(id),
        // It can still be deselected.
        disabled: (gone === 'deleted' || lock !== undefined) && !isSelected,
        colIndex: 1,
        note: note && <span className="sr-only">{note}</span>,
      }}
    >
      <RecordCells record={record} columns={columns} after={after} waiting={waiting} />
    </ListRow>
  );
});

const CellMenu = lazyPanel(() => import('./CellMenu.tsx'), closeByProps);

const RowOrder = lazyPanel(() => import('./RowOrder.tsx'));

/** The row that should stay where it is: the one in use, or the first visible one of a scrolled list. */
function findAnchor(scroller: HTMLElement): HTMLElement | undefined {
  const head = scroller.querySelector('[role=rowgroup]')?.getBoundingClientRect().bottom ?? 0;
  const { bottom } = scroller.getBoundingClientRect();
  const visible = [...scroller.querySelectorAll<HTMLElement>('[data-row-id]')].filter((row) => {
    const { top } = row.getBoundingClientRect();
    return top >= head && top < bottom;
  });
  const used = visible.find((row) => row.matches(':focus-within, :hover'));
  return used ?? (scroller.scrollTop > 0 ? visible[0] : undefined);
}

/** Keeps a row where it is when the user shows the changes of others, which may add rows above it. */
function useKeptPlace(scroller: RefObject<HTMLDivElement | null>, items: readonly RecordData[]): void {
  const kept = useRef<{ id: string; index: number; height: number }>(undefined);

  useLayoutEffect(() => {
    let applied = $applied.get();
    // Called before React renders the new rows.
    return $records.listen((list, before) => {
      if (applied === $applied.get() || list.state !== 'ready' || before?.state !== 'ready') return;
      if (list.items === before.items) return;
      applied = $applied.get();
      const anchor = scroller.current ? findAnchor(scroller.current) : undefined;
      const id = anchor?.dataset['rowId'];
      if (!anchor || id === undefined) return;
      const index = before.items.findIndex((item) => item.id === id);
      kept.current = { id, index, height: anchor.offsetHeight };
    });
  }, [scroller]);

  useLayoutEffect(() => {
    const { id, index = 0, height = 0 } = kept.current ?? {};
    if (id === undefined) return;
    kept.current = undefined;
    const next = items.findIndex((item) => item.id === id);
    if (next >= 0) scroller.current?.scrollBy({ top: (next - index) * height, behavior: 'instant' });
  }, [scroller, items]);
}

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
  useKeptPlace(scroller, items);
  useLoadAhead(list, view.lastIndex, () => void loadMoreRecords());

  return (
    <ListScroller
      ref={scroller}
      label="Records"
      listKey={`${filter} ${sort}`}
      data-records-scroller=""
      onScroll={({ currentTarget }) => {
        $place.set({ top: currentTarget.scrollTop, left: currentTarget.scrollLeft });
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
      {menu && <CellMenu key={menu.key} cell={menu.cell} onClose={() => setMenu(undefined)} />}
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
