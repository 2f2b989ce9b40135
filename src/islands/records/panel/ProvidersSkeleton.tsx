import { Skeleton } from '#components/feedback/Skeleton.tsx';

export function ProvidersSkeleton() {
  return (
    <div role="status" data-skeleton="">
      <span className="sr-only">Loading providers...</span>
      <Skeleton className="h-11 w-full" />
    </div>
  );
}
