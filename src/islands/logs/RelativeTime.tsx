import { relativeTime } from '#domain/app/relative-time.ts';
import { useInitial } from '#islands/use-prerendered.ts';
import { $now } from '#stores/app/now.ts';

/** How long ago a stored date is, kept up to date: `3 min ago`. */
export function RelativeTime({ value }: { readonly value: string }) {
  const now = useInitial($now);
  return <span className="log-ago">{now > 0 && relativeTime(value, now)}</span>;
}
