import { IconButton } from './IconButton.tsx';

export function RefreshButton({ onRefresh, busy = false }: { onRefresh: () => void; busy?: boolean }) {
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
