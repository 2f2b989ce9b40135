import { useStore } from '@nanostores/react';
import { relativeTime } from '#domain/logs/relative-time.ts';
import { $now } from '#stores/app/now.ts';

/** How long ago a stored date is, kept up to date: `3 min ago`. */
export function RelativeTime({ value }: { readonly value: string }) {
  const now = useStore($now, { ssr: 'initial' });
  return <span className="log-ago">{now > 0 && relativeTime(value, now)}</span>;
}
