import { use } from 'react';
import { formatLocal } from '#domain/app/date.ts';
import { IconButton } from './IconButton.tsx';
import { ZoneContext } from './zone-context.ts';

/** A calendar icon beside an id; its tooltip has the times of creation and last change. */
export function CreatedUpdated({ created, updated }: { readonly created: string; readonly updated: string }) {
  const format = use(ZoneContext)?.formatBoth ?? formatLocal;
  return (
    <IconButton
      variant="hint"
      className="size-6 text-muted max-sm:-my-2 max-sm:size-10"
      icon="icon-[ri--calendar-line]"
      label="Created and updated"
      tooltip={`Created: ${format(created)}\nUpdated: ${format(updated)}`}
      tooltipSide="left"
    />
  );
}
