import { IconButton } from './IconButton.tsx';

export interface RefreshButtonProps {
  readonly onRefresh: () => void;
  /** Loading: the icon spins and the button ignores presses. */
  readonly busy?: boolean;
  /** Tooltip and accessible name. */
  readonly label?: string;
}

/** The reload button of a list. */
export function RefreshButton({ onRefresh, busy = false, label = 'Refresh' }: RefreshButtonProps) {
  return (
    <IconButton
      icon={`icon-[ri--refresh-line] ${busy ? 'animate-spin' : ''}`}
      label={label}
      aria-busy={busy || undefined}
      aria-disabled={busy}
      onClick={onRefresh}
    />
  );
}
