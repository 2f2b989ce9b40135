import { memo, useMemo } from 'react';
import { ListRow, type ListRowProps } from '#components/table/ListRow.tsx';
import type { ColumnType } from '#domain/field-types/field-type.ts';
import type { Gone } from '#domain/records/list-changes.ts';
import { type RecordData, storedId } from '#domain/records/record.ts';
import { Cell, cellLine } from '#islands/field-types/cells/Cell.tsx';
import type { WaitingRow } from '#stores/records/cells/use.ts';
import { toggleRecord, toggleRecordsTo } from '#stores/records/list.ts';
import { openListedRecord } from '#stores/records/list-changes.ts';
import type { VisibleColumn } from './use-table-window.ts';

interface CellsProps {
  readonly record: RecordData;
  readonly columns: readonly VisibleColumn[];
  /** What is shown in place of stored values. */
  readonly waiting: WaitingRow | undefined;
  /** Total width of the omitted columns after the last rendered one, in px. */
  readonly after: number;
}

/** Types whose values are chips: how many are shown depends on the width. */
const HAS_CHIPS: ReadonlySet<ColumnType> = new Set(['select', 'relation']);

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
              <Cell record={record} column={column} width={HAS_CHIPS.has(column.type) ? width : undefined} />
            )}
          </div>
        );
      })}
      {after > 0 && <div role="presentation" className="shrink-0" style={{ width: after }} />}
    </>
  );
});

interface Props extends CellsProps, Pick<ListRowProps, 'index' | 'top'> {
  readonly isSelected: boolean;
  /** Why the record is no longer in the list, for example because somebody else deleted it. */
  readonly gone: Gone | undefined;
  /** Why the row can't be selected. */
  readonly lock: string | undefined;
}

const GONE_TEXTS: Readonly<Record<Gone, string>> = {
  deleted: 'Deleted elsewhere',
  unlisted: 'No longer matches',
};

/** One record of the list; a click or Enter opens it. */
export const RecordRow = memo(function RecordRow(props: Props) {
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
