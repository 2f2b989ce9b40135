export interface SkeletonProps {
  /** Classes with the size of the expected content, e.g. `h-4 w-32`. */
  readonly className?: string;
}

/**
 * A grey bar in place of loading content. The element around all bars announces the loading to screen readers, and its
 * `data-skeleton` makes them fade in and out when the loading takes long.
 */
export function Skeleton({ className = 'h-4 w-full' }: SkeletonProps) {
  return <span aria-hidden="true" className={`skeleton block ${className}`} />;
}
