import { IconButton } from './IconButton.tsx';

export interface RefreshButtonProps {
  readonly onRefresh: () => void;
  /** Loading: the icon spins and the button ignores presses. */
  readonly busy?: boolean;
}

/** The reload button of a list. */
export function RefreshButton({ onRefresh, busy = false }: RefreshButtonProps) {
  return (
    <IconButton
      icon={`icon-[ri--refresh-line] ${busy ? 'animate-spin' : ''}`}
      label="Refresh"
      aria-busy={busy || undefined}
      aria-disabled={busy}
      onClick={onRefresh}
    />
  );
}
