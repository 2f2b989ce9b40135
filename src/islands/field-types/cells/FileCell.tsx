import { ownOf } from '#domain/app/own.ts';
import { valuesOf } from '#domain/field-types/field-type.ts';
import type { CellProps } from './cell-props.ts';
import { Thumb } from './Thumb.tsx';

/** Maximum number of files shown in a cell. */
const MAX_FILES = 10;

/** The files of a record as thumbs and links. */
export function FileCell({ record, column }: CellProps) {
  const names = valuesOf(ownOf(record, column.name));
  return (
    <span className="cell-list">
      {names.slice(0, MAX_FILES).map((name) => (
        <Thumb key={name} record={record} field={column.field} name={name} />
      ))}
      {names.length > MAX_FILES && <span>...</span>}
    </span>
  );
}
