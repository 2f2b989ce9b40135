import { Skeleton } from '#components/feedback/Skeleton.tsx';

/** Number of rows shown while the first administrators load. */
const ROWS = 6;
const WIDTHS = ['w-36', 'w-52', 'w-40', 'w-32'] as const;

/** Placeholder rows of the size of administrators. */
export function AdminsSkeleton() {
  return (
    <div className="min-h-0 flex-1 overflow-hidden border-t border-base-300" role="status" data-skeleton="">
      <span className="sr-only">Loading admins...</span>
      <div className="h-9 border-b border-base-300 bg-base-200 max-sm:h-11" />
      {Array.from({ length: ROWS }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a skeleton keep their order.
          key={row}
          className="flex h-9 items-center gap-8 border-b border-base-300 px-2 max-sm:h-11"
        >
          <Skeleton className="size-7 shrink-0 rounded-full" />
          {WIDTHS.map((width) => (
            <Skeleton key={width} className={`h-3.5 shrink-0 ${width}`} />
          ))}
        </div>
      ))}
    </div>
  );
}
