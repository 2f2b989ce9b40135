import { useRef } from 'react';
import { useKeptFocus } from '#components/hooks/use-kept-focus.ts';
import { IconButton } from './IconButton.tsx';

/** Props of {@link RefreshButton}. */
export interface RefreshButtonProps {
  readonly onRefresh: () => void;
  /** Loading: the icon spins and the button is disabled. */
  readonly busy?: boolean;
  /** Tooltip and accessible name. */
  readonly label?: string;
}

/** The reload button of a list (LG-01). */
export function RefreshButton({ onRefresh, busy = false, label = 'Refresh' }: RefreshButtonProps) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  useKeptFocus(buttonRef, busy);
  return (
    <IconButton
      ref={buttonRef}
      icon={`icon-[ri--refresh-line] ${busy ? 'animate-spin motion-reduce:animate-none' : ''}`}
      label={label}
      className="disabled:bg-transparent"
      aria-busy={busy || undefined}
      disabled={busy}
      onClick={onRefresh}
    />
  );
}
