import { Skeleton } from '#components/feedback/Skeleton.tsx';

/** Shown while the code or the list of the providers is fetched. */
export function ProvidersSkeleton() {
  return (
    <div role="status" data-skeleton="">
      <span className="sr-only">Loading providers...</span>
      <Skeleton className="h-11 w-full" />
    </div>
  );
}
