import { Skeleton } from '#components/feedback/Skeleton.tsx';

const TILES = 6;

/** Shown while the collections are loaded and arranged. */
export function SchemaSkeleton() {
  return (
    <div role="status" className="flex flex-wrap gap-8 p-8" data-skeleton="">
      <span className="sr-only">Loading the schema...</span>
      {Array.from({ length: TILES }, (_, tile) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a skeleton keep their order.
        <Skeleton key={tile} className="h-40 w-55" />
      ))}
    </div>
  );
}
