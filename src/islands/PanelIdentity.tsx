import { useStore } from '@nanostores/react';
import { type ReactNode, use } from 'react';
import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import { ZoneContext } from '#components/elements/zone-context.ts';
import { formatLocal } from '#domain/app/date.ts';
import { relativeTime } from '#domain/app/relative-time.ts';
import { $now } from '#stores/app/now.ts';

function Ago({ name, date }: { readonly name: string; readonly date: string }) {
  const format = use(ZoneContext)?.formatBoth ?? formatLocal;
  const ago = relativeTime(date, useStore($now));
  return (
    ago && (
      <time dateTime={date} className="whitespace-nowrap" data-tooltip={`${name}: ${format(date)}`}>
        {name} {ago}
      </time>
    )
  );
}

export interface PanelIdentityProps {
  readonly name: string;
  readonly id: string;
  /** Dates as the backend stores them; empty for none. */
  readonly created: string;
  readonly updated: string;
  readonly children?: ReactNode;
}

/** The line below a panel's title that says which object it is. */
export function PanelIdentity({ name, id, created, updated, children }: PanelIdentityProps) {
  return (
    <div
      data-panel-identity=""
      className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 pb-1 text-xs text-muted"
    >
      {(children || name) && (
        <span className="flex min-w-0 items-center gap-2">
          {children}
          {name && (
            <bdi className="truncate text-sm text-base-content" data-tooltip-clipped="">
              {name}
            </bdi>
          )}
        </span>
      )}
      <span className="flex items-center gap-1">
        <code className="font-mono">{id}</code>
        <CopyIcon value={id} label="Copy id" />
      </span>
      <Ago name="created" date={created} />
      {updated !== created && <Ago name="updated" date={updated} />}
    </div>
  );
}
