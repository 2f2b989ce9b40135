export interface SkeletonProps {
  readonly className?: string;
}

/** A grey bar. The `data-skeleton` of an element around all bars makes them fade when the loading takes long. */
export function Skeleton({ className = 'h-4 w-full' }: SkeletonProps) {
  return <span aria-hidden="true" className={`skeleton block ${className}`} />;
}
