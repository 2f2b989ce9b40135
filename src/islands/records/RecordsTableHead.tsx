import { useStore } from '@nanostores/react';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { ResizeHandle } from '#components/elements/ResizeHandle.tsx';
import { Dropdown } from '#components/overlay/Dropdown.tsx';
import { SelectAll } from '#components/table/SelectAll.tsx';
import { SortHeader } from '#components/table/SortHeader.tsx';
import { COLUMN_MAX, COLUMN_MIN } from '#domain/records/column-width.ts';
import type { RecordData } from '#domain/records/record.ts';
import { setSort } from '#stores/app/list-address.ts';
import { fitAllColumns, fitColumn } from '#stores/records/column-contents.ts';
import { resetColumns, resizeColumn, storeColumnWidths } from '#stores/records/columns.ts';
import {
  $columns,
  $hiddenColumns,
  $lockOf,
  $selectedRecords,
  $sort,
  $visibleColumns,
  clearSelection,
  selectRecords,
  toggleColumn,
} from '#stores/records/list.ts';
import { toggleOrder } from '#stores/records/order/actions.ts';
import { $order } from '#stores/records/order/state.ts';
import { openRecordTool } from '#stores/records/tools.ts';
import type { TableWindow } from './use-table-window.ts';

/** A component of its own, so that a selection does not render the whole header again. */
function SelectAllRecords({ items }: { items: readonly RecordData[] }) {
  const selected = useStore($selectedRecords);
  const lockOf = useStore($lockOf);
  const selectable = items.filter(({ id }) => !lockOf(id));
  return (
    <SelectAll items={selectable} selected={selected} onSelect={selectRecords} onClear={clearSelection} />
  );
}

/** Hides and shows columns, and fits their widths; `id` is always shown. */
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

/** The header row: select all, the visible columns, and the columns menu. */
export function RecordsTableHead({ items, view }: { items: readonly RecordData[]; view: TableWindow }) {
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
