import { use } from 'react';
import { formatLocal } from '#domain/app/date.ts';
import { IconButton } from './IconButton.tsx';
import { ZoneContext } from './zone-context.ts';

interface CreatedUpdatedProps {
  /** Undefined for what has no such date. */
  readonly created: string | undefined;
  readonly updated: string | undefined;
}

/** A calendar icon beside an id; its tooltip has the times of creation and last change. */
export function CreatedUpdated({ created, updated }: CreatedUpdatedProps) {
  const format = use(ZoneContext)?.formatBoth ?? formatLocal;
  const line = (word: string, date: string | undefined) =>
    date === undefined ? [] : `${word}: ${format(date)}`;
  return (
    <IconButton
      variant="hint"
      className="size-6 text-muted max-sm:-my-2 max-sm:size-10"
      icon="icon-[ri--calendar-line]"
      label="Created and updated"
      tooltip={[line('Created', created), line('Updated', updated)].flat().join('\n')}
      tooltipSide="left"
    />
  );
}
