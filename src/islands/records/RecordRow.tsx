import { type KeyboardEvent, type MouseEvent, memo } from 'react';
import type { RecordData } from '../../lib/domain/record.ts';
import { openRecord } from '../../stores/record-open.ts';
import { toggleRecord } from '../../stores/records.ts';
import { Cell } from './cells/Cell.tsx';
import type { VisibleColumn } from './use-table-window.ts';

interface Props {
  readonly record: RecordData;
  /** Position among the loaded records, from 0. */
  readonly index: number;
  /** Distance to the top of the body, in px. */
  readonly top: number;
  readonly columns: readonly VisibleColumn[];
  /** Room of the columns that are not in the page, in px. */
  readonly before: number;
  readonly after: number;
  readonly isSelected: boolean;
}

/** What has an action of its own inside a row: it does not open the record (RL-13). */
const OWN_ACTION = 'a, button, input, label';

/** Text of the row that is marked with the pointer is about to be copied. */
const isMarkingText = (row: HTMLElement) => {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && row.contains(selection.anchorNode);
};

/** One record of the list; a click or Enter opens it. */
export const RecordRow = memo(function RecordRow(props: Props) {
  const { record, index, top, columns, before, after, isSelected } = props;

  function onClick({ target, currentTarget }: MouseEvent<HTMLElement>) {
    if (target instanceof Element && target.closest(OWN_ACTION)) return;
    if (!isMarkingText(currentTarget)) openRecord(record.id);
  }

  function onKeyDown({ key, target, currentTarget }: KeyboardEvent<HTMLElement>) {
    if (key === 'Enter' && target === currentTarget) openRecord(record.id);
  }

  return (
    <div
      role="row"
      tabIndex={0}
      aria-rowindex={index + 2}
      className={`record-row ${isSelected ? 'is-selected' : ''}`}
      style={{ transform: `translateY(${top}px)` }}
      data-record-id={record.id}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <div role="cell" aria-colindex={1} className="cell-select">
        <label>
          <input
            type="checkbox"
            className="checkbox checkbox-xs checked:checkbox-primary"
            aria-label={`Select ${record.id}`}
            checked={isSelected}
            onChange={() => toggleRecord(record.id)}
          />
        </label>
      </div>
      {before > 0 && <div role="presentation" className="shrink-0" style={{ width: before }} />}
      {columns.map(({ column, width, colIndex }) => (
        <div
          role="cell"
          key={column.id}
          aria-colindex={colIndex}
          className="record-cell"
          style={{ width }}
          data-column={column.name}
        >
          <Cell record={record} column={column} />
        </div>
      ))}
      {after > 0 && <div role="presentation" className="shrink-0" style={{ width: after }} />}
    </div>
  );
});
