import { formatLocal } from '#domain/app/date.ts';
import { IconButton } from './IconButton.tsx';

export interface CreatedUpdatedProps {
  /** Dates as the server stores them: `2026-11-05 12:00:00.123Z`. */
  readonly created: string;
  readonly updated: string;
}

/** A calendar icon beside an id; its tooltip has the local times of creation and last change. */
export function CreatedUpdated({ created, updated }: CreatedUpdatedProps) {
  return (
    <IconButton
      variant="hint"
      className="size-6 text-muted max-sm:-my-2 max-sm:size-10"
      icon="icon-[ri--calendar-line]"
      label="Created and updated"
      tooltip={`Created: ${formatLocal(created)}\nUpdated: ${formatLocal(updated)}`}
      tooltipSide="left"
    />
  );
}
