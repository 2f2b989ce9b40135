import { type ChangeEvent, type KeyboardEvent, type MouseEvent, memo } from 'react';
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

/** Elements of a row with their own action: they do not open the record (RL-13). */
const OWN_ACTION = 'a, button, input, label';

/** Whether the user has selected text of the row, probably to copy it. */
const isSelectingText = (row: HTMLElement) => {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && row.contains(selection.anchorNode);
};

/** Whether Shift is pressed, with the mouse or the space bar: then all rows since the last choice are selected. */
function isRange({ nativeEvent }: ChangeEvent): boolean {
  return 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;
}

/** One record of the list; a click or Enter opens it. */
export const RecordRow = memo(function RecordRow(props: Props) {
  const { record, index, top, columns, after, isSelected } = props;

  function onClick(event: MouseEvent<HTMLElement>) {
    const { target, currentTarget, shiftKey } = event;
    if (target instanceof HTMLLabelElement && shiftKey) {
      // Not every browser passes a click with Shift on to the checkbox.
      event.preventDefault();
      toggleRecordsTo(record.id);
      return;
    }
    if (target instanceof Element && target.closest(OWN_ACTION)) return;
    if (!isSelectingText(currentTarget)) openRecord(record.id);
  }

  function onMouseDown(event: MouseEvent<HTMLElement>) {
    // Shift would select the text of all rows in between.
    if (event.shiftKey && event.target instanceof Element && event.target.closest('label')) {
      event.preventDefault();
    }
  }

  function onKeyDown({ key, target, currentTarget }: KeyboardEvent<HTMLElement>) {
    if (key === 'Enter' && target === currentTarget) openRecord(record.id);
  }

  function onToggle(event: ChangeEvent) {
    if (isRange(event)) toggleRecordsTo(record.id);
    else toggleRecord(record.id);
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
      onMouseDown={onMouseDown}
      onKeyDown={onKeyDown}
    >
      <div role="cell" aria-colindex={1} className="cell-select">
        <label>
          <input
            type="checkbox"
            className="checkbox checkbox-xs checked:checkbox-primary"
            aria-label={`Select ${record.id}`}
            checked={isSelected}
            onChange={onToggle}
          />
        </label>
      </div>
      {columns.map(({ column, width, colIndex, gap }) => (
        <div
          role="cell"
          key={column.id}
          aria-colindex={colIndex}
          className="record-cell"
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
