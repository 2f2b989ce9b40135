import type { VisibleColumn } from './use-table-window.ts';

type SkeletonColumn = Pick<VisibleColumn, 'colIndex' | 'width' | 'gap'>;

/** Columns while the collection is not known. */
const UNKNOWN: readonly SkeletonColumn[] = [128, 220, 110, 180, 104].map((width, index) => ({
  colIndex: index + 2,
  width,
  gap: 0,
}));

/** Placeholder rows of the size of records: one element for each column, whose background has a bar in each row. */
export function RecordsSkeleton({ columns = UNKNOWN }: { readonly columns?: readonly SkeletonColumn[] }) {
  return (
    <div className="skeleton-rows" role="status" data-skeleton="">
      <span className="sr-only">Loading records...</span>
      {columns.map(({ colIndex, width, gap }) => (
        <span key={colIndex} aria-hidden="true" style={{ width, marginLeft: gap }} />
      ))}
    </div>
  );
}
