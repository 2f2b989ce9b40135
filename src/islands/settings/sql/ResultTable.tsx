import { memo, useMemo, useRef, useState } from 'react';
import { IconButton } from '#components/elements/IconButton.tsx';
import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import { ListRow } from '#components/table/ListRow.tsx';
import { ListScroller } from '#components/table/ListScroller.tsx';
import { ListEnd, ListTable } from '#components/table/ListTable.tsx';
import { SortHeader } from '#components/table/SortHeader.tsx';
import { useFocusedCell } from '#components/table/use-focused-cell.ts';
import { useRowHeight } from '#components/table/use-row-height.ts';
import { useRowWindow } from '#components/table/use-row-window.ts';
import { parseSort } from '#domain/app/sort.ts';
import type { SqlAnswer } from '#domain/sql/answer.ts';
import { type ResultColumn, recordOf, sortedRows } from '#domain/sql/columns.ts';
import { openRecord } from '#stores/sql/open-record.ts';
import type { RowPanelProps } from './RowPanel.tsx';
import { Value } from './Value.tsx';

const RowPanel = lazyPanel<RowPanelProps>(
  () => import('./RowPanel.tsx'),
  ({ onClose }) => onClose(),
);

type Row = SqlAnswer['rows'][number];
interface Item {
  readonly id: string;
  readonly row: Row;
}

/** Rows that are seen at once at most. */
const MAX_SHOWN = 12;
/** In px: of a character, around a value, and the widths of a column. */
const [CHARACTER, AROUND, MIN, MAX] = [7.5, 40, 72, 360];
/** Rows whose values decide how wide a column is. */
const MEASURED = 60;

function widthsOf(columns: readonly ResultColumn[], rows: readonly Row[]): readonly number[] {
  const some = rows.slice(0, MEASURED);
  return columns.map(({ name, type }, at) => {
    const longest = Math.max(name.length + 2, ...some.map((row) => row[at]?.length ?? 4));
    const wanted = type === 'date' ? 120 : longest * CHARACTER + AROUND;
    return Math.round(Math.min(MAX, Math.max(MIN, wanted)));
  });
}

interface RowProps {
  readonly item: Item;
  readonly index: number;
  readonly top: number;
  readonly columns: readonly ResultColumn[];
  readonly widths: readonly number[];
  readonly onShow: (row: Row) => void;
}

const ResultRow = memo(function ResultRow({ item, index, top, columns, widths, onShow }: RowProps) {
  const { id, row } = item;
  const record = recordOf(row, columns);
  return (
    <ListRow
      id={id}
      index={index}
      top={top}
      onOpen={() => (record ? openRecord(record.collection.id, record.id) : onShow(row))}
    >
      {columns.map((column, at) => (
        <div key={column.name} role="gridcell" className="list-cell" style={{ width: widths[at] }}>
          <Value value={row[at] ?? null} column={column} />
        </div>
      ))}
      <div role="gridcell" className="cell-menu bg-base-100">
        <IconButton
          variant="medium"
          icon="icon-[ri--eye-line]"
          label={`Show all values of row ${index + 1}`}
          tooltip="Show all values"
          tooltipSide="left"
          onClick={() => onShow(row)}
        />
      </div>
    </ListRow>
  );
});

export interface ResultTableProps {
  readonly label: string;
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly Row[];
}

/** The rows of a result in the list of the records: only those in sight are in the page. */
export function ResultTable({ label, columns, rows }: ResultTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [sort, setSort] = useState('');
  const [shown, setShown] = useState<Row>();
  const rowHeight = useRowHeight();
  const { cell, keep, onFocus, onBlur } = useFocusedCell();
  const widths = useMemo(() => widthsOf(columns, rows), [columns, rows]);
  const items = useMemo(() => {
    const [key] = parseSort(sort);
    const at = Number(key?.name);
    const sorted = key ? sortedRows(rows, at, columns[at]?.type === 'number', key.descending) : rows;
    return sorted.map((row, index) => ({ id: String(index), row }));
  }, [sort, columns, rows]);
  const view = useRowWindow({
    scroller,
    items,
    keyOf: ({ id }) => id,
    rowHeight,
    marginTop: rowHeight,
    headHeight: rowHeight,
    kept: cell.rowId,
  });
  const width = widths.reduce((sum, one) => sum + one, 44);
  return (
    <div
      className="flex flex-col"
      style={{ height: (Math.min(Math.max(items.length, 5), MAX_SHOWN) + 1) * rowHeight + 14 }}
    >
      <ListScroller ref={scroller} label={label} listKey={items} onFocus={onFocus} onBlur={onBlur}>
        <ListTable label={label} list={{ items, loading: undefined }} keep={keep} style={{ minWidth: width }}>
          <div role="rowgroup" className="list-head">
            <div role="row" aria-rowindex={1} className="flex">
              {columns.map(({ name, type }, at) => (
                <SortHeader
                  key={name}
                  name={name}
                  by={String(at)}
                  sort={sort}
                  onSort={setSort}
                  isEnd={type === 'number'}
                  className="list-cell p-0!"
                  style={{ width: widths[at] ?? MIN }}
                />
              ))}
              <div role="columnheader" className="cell-menu">
                <span className="sr-only">Values</span>
              </div>
            </div>
          </div>
          <div role="rowgroup" className="relative" style={{ height: view.height }}>
            {view.rows.map(({ item, index, top }) => (
              <ResultRow
                key={item.id}
                item={item}
                index={index}
                top={top}
                columns={columns}
                widths={widths}
                onShow={setShown}
              />
            ))}
          </div>
        </ListTable>
        <ListEnd
          list={{ items, loading: undefined }}
          hasMore={false}
          onMore={() => {}}
          empty="No rows."
          onClear={undefined}
        />
      </ListScroller>
      {shown && <RowPanel columns={columns} row={shown} onClose={() => setShown(undefined)} />}
    </div>
  );
}
