import { Skeleton } from '#components/feedback/Skeleton.tsx';

/** Placeholder rows of the size of entries. */
export function LogsSkeleton() {
  return (
    <div role="rowgroup" data-skeleton="">
      {Array.from({ length: 8 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a skeleton keep their order.
        <div key={row} role="row" className="log-row static">
          <div role="gridcell" className="cell-select" />
          <div role="gridcell" className="log-level">
            <Skeleton className="h-5 w-20" />
          </div>
          <div role="gridcell" className="log-message">
            {row === 0 && (
              <span className="sr-only" role="status">
                Loading logs...
              </span>
            )}
            <Skeleton className="h-3.5 w-64 max-w-full" />
            <Skeleton className="mt-1.5 h-3 w-40 max-w-full" />
          </div>
          <div role="gridcell" className="log-created">
            <Skeleton className="h-3.5 w-44" />
          </div>
          <div role="gridcell" className="log-arrow" />
        </div>
      ))}
    </div>
  );
}
