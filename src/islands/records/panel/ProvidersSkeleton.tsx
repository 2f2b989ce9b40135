import { Skeleton } from '#components/feedback/Skeleton.tsx';

/** Shown while the code or the list of the providers, or of anything else of a tab, is fetched. */
export function ProvidersSkeleton({ what = 'providers' }: { readonly what?: string }) {
  return (
    <div role="status" data-skeleton="">
      <span className="sr-only">Loading {what}...</span>
      <Skeleton className="h-11 w-full" />
    </div>
  );
}
