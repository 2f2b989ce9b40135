import type { Column } from '#domain/collections/columns.ts';
import type { RecordData } from '#domain/records/record.ts';

/** What every cell is given: a value is the record's under the column's name. */
export interface CellProps {
  readonly record: RecordData;
  readonly column: Column;
}
