/** Props of {@link Skeleton}. */
export interface SkeletonProps {
  /** Size of what is to come, as classes: `h-4 w-32`. */
  readonly className?: string;
}

/** A grey bar in the place and size of what is loading; screen readers are told by the list around it. */
export function Skeleton({ className = 'h-4 w-full' }: SkeletonProps) {
  return <span aria-hidden="true" className={`skeleton block ${className}`} />;
}
