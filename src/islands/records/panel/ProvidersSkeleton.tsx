import { Skeleton } from '#components/feedback/Skeleton.tsx';

/** Stands in the place of the providers while their code or their list is fetched. */
export function ProvidersSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading providers...</span>
      <Skeleton className="h-11 w-full" />
    </div>
  );
}
