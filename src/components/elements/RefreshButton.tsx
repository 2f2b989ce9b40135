import { useRef } from 'react';
import { useKeptFocus } from '#components/hooks/use-kept-focus.ts';

/** Props of {@link RefreshButton}. */
export interface RefreshButtonProps {
  readonly onRefresh: () => void;
  /** Something is being loaded: turns and takes no clicks. */
  readonly busy?: boolean;
  /** Tooltip and accessible name. */
  readonly label?: string;
}

/** The quiet reload button of a list (LG-01). */
export function RefreshButton({ onRefresh, busy = false, label = 'Refresh' }: RefreshButtonProps) {
  const own = useRef<HTMLButtonElement>(null);
  useKeptFocus(own, busy);
  return (
    <button
      ref={own}
      type="button"
      className="btn btn-ghost btn-sm btn-square max-sm:size-10 disabled:bg-transparent"
      aria-label={label}
      aria-busy={busy || undefined}
      data-tooltip={label}
      disabled={busy}
      onClick={onRefresh}
    >
      <span
        aria-hidden="true"
        className={`icon-[ri--refresh-line] size-4 ${busy ? 'animate-spin motion-reduce:animate-none' : ''}`}
      />
    </button>
  );
}
