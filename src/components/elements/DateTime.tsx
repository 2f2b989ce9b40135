import { use } from 'react';
import { NO_DATE, showDate } from '#domain/app/date.ts';
import { ZoneContext } from './zone-context.ts';

export interface DateTimeProps {
  /** A date as the server stores it: `2026-11-05 12:00:00.123Z`. */
  readonly value: string;
  readonly milliseconds?: boolean;
  readonly stacked?: boolean;
}

/** A stored date in UTC or the chosen zone, the time in a muted colour, with the local time or UTC as its tooltip. */
export function DateTime({ value, milliseconds = false, stacked = false }: DateTimeProps) {
  const show = use(ZoneContext)?.show ?? showDate;
  const shown = show(value, { milliseconds });
  if (!shown) return <span className="text-muted">{NO_DATE}</span>;
  const line = stacked ? 'block leading-4' : '';
  return (
    <time
      dateTime={value.replace(' ', 'T')}
      data-tooltip={shown.tooltip}
      className={`inline-block whitespace-nowrap tabular-nums ${stacked ? 'align-middle' : ''}`}
    >
      <span className={line}>{shown.day}</span>{' '}
      <span className={`${line} text-muted ${stacked ? 'text-xs' : ''}`}>{shown.time}</span>
    </time>
  );
}
