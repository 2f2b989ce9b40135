import type { VisibleColumn } from './use-table-window.ts';

type SkeletonColumn = Pick<VisibleColumn, 'colIndex' | 'width' | 'gap'>;

/** Columns while the collection is not known. */
const UNKNOWN: readonly SkeletonColumn[] = [128, 220, 110, 180, 104].map((width, index) => ({
  colIndex: index + 2,
  width,
  gap: 0,
}));

interface Props {
  readonly columns?: readonly SkeletonColumn[];
  /** Invisible for the first 100 ms: a flash of placeholders reads slower than rows that follow at once. */
  readonly isDelayed?: boolean;
}

/** Placeholder rows of the size of records: one element for each column, whose background has a bar in each row. */
export function RecordsSkeleton({ columns = UNKNOWN, isDelayed = false }: Props) {
  return (
    <div className={`skeleton-rows ${isDelayed ? 'is-delayed' : ''}`} role="status" data-skeleton="">
      <span className="sr-only">Loading records...</span>
      {columns.map(({ colIndex, width, gap }) => (
        <span key={colIndex} aria-hidden="true" style={{ width, marginLeft: gap }} />
      ))}
    </div>
  );
}
