import type { Column } from '#domain/collections/columns.ts';
import type { RecordData } from '#domain/records/record.ts';

/** Props of every cell. The value is in the record under the column's name. */
export interface CellProps {
  readonly record: RecordData;
  readonly column: Column;
  /** Width of the cell in px, for values that are chips. */
  readonly width?: number | undefined;
}
