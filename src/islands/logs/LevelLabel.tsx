import { relativeTime } from '#domain/app/relative-time.ts';
import { levelLabel } from '#domain/logs/log.ts';
import { useInitial } from '#islands/island.tsx';
import { $now } from '#stores/app/now.ts';

/** How long ago a stored date is, kept up to date: `3 min ago`. */
export function RelativeTime({ value }: { readonly value: string }) {
  const now = useInitial($now);
  return <span className="log-ago">{now > 0 && relativeTime(value, now)}</span>;
}

const TONES: ReadonlyMap<number, string> = new Map([
  [-4, 'bg-muted'],
  [0, 'bg-info'],
  [4, 'bg-warning'],
  [8, 'bg-error'],
]);

/** A level with a dot of its colour, for example `ERROR (8)`. */
export function LevelLabel({ level }: { readonly level: number }) {
  return (
    <span className="chip h-5 gap-1.5 text-xs whitespace-nowrap" data-level={level}>
      <span
        aria-hidden="true"
        className={`size-1.5 shrink-0 rounded-full ${TONES.get(level) ?? 'bg-muted'}`}
      />
      {levelLabel(level)}
    </span>
  );
}
