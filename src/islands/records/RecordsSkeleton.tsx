import { Skeleton } from '#components/feedback/Skeleton.tsx';

/** Number of rows shown while the first records load. */
const ROWS = 10;
const WIDTHS = ['w-36', 'w-52', 'w-28', 'w-44', 'w-24'] as const;

/** Placeholder rows of the size of records. */
export function RecordsSkeleton() {
  return (
    <div className="min-h-0 flex-1 overflow-hidden border-t border-base-300" role="status" data-skeleton="">
      <span className="sr-only">Loading records...</span>
      <div className="h-9 border-b border-base-300 bg-base-200" />
      {Array.from({ length: ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a skeleton keep their order.
        <div key={row} className="flex h-9 items-center gap-8 border-b border-base-300 px-4">
          {WIDTHS.map((width) => (
            <Skeleton key={width} className={`h-3.5 ${width}`} />
          ))}
        </div>
      ))}
    </div>
  );
}
