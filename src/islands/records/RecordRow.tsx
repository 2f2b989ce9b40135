import { memo } from 'react';
import { rowEvents } from '#components/table/row-events.ts';
import { SelectBox } from '#components/table/SelectBox.tsx';
import type { RecordData } from '#domain/records/record.ts';
import { Cell } from '#islands/field-types/cells/Cell.tsx';
import { toggleRecord, toggleRecordsTo } from '#stores/records/list.ts';
import { openRecord } from '#stores/records/open.ts';
import type { VisibleColumn } from './use-table-window.ts';

interface Props {
  readonly record: RecordData;
  /** Position among the loaded records, from 0. */
  readonly index: number;
  /** Distance to the top of the body, in px. */
  readonly top: number;
  readonly columns: readonly VisibleColumn[];
  /** Total width of the omitted columns after the last rendered one, in px. */
  readonly after: number;
  readonly isSelected: boolean;
}

/** One record of the list; a click or Enter opens it. */
export const RecordRow = memo(function RecordRow(props: Props) {
  const { record, index, top, columns, after, isSelected } = props;

  const events = rowEvents({
    onOpen: () => openRecord(record.id),
    onToggle: () => toggleRecord(record.id),
    onToggleTo: () => toggleRecordsTo(record.id),
  });

  return (
    <div
      role="row"
      tabIndex={0}
      aria-rowindex={index + 2}
      className="list-row"
      // Not a class: with daisyUI's style sheet, a change of a class restyles all elements below.
      data-selected={isSelected || undefined}
      style={{ transform: `translateY(${top}px)` }}
      data-row-id={record.id}
      {...events.row}
    >
      <div role="cell" aria-colindex={1} className="cell-select">
        <SelectBox label={`Select ${record.id}`} checked={isSelected} onChange={events.onSelect} />
      </div>
      {columns.map(({ column, width, colIndex, gap }) => (
        <div
          role="cell"
          key={column.id}
          aria-colindex={colIndex}
          className="list-cell"
          style={{ width, marginLeft: gap }}
          data-column={column.name}
        >
          <Cell record={record} column={column} />
        </div>
      ))}
      {after > 0 && <div role="presentation" className="shrink-0" style={{ width: after }} />}
    </div>
  );
});
