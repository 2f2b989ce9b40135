import { countText } from '#domain/app/count-text.ts';
import { formatStored } from '#domain/app/date.ts';
import { flagField, numberField, optional } from '#domain/app/settings-fields.ts';
import type { LogLimits } from '#domain/backend/settings.ts';

/** What the backend keeps in its log. */
export const LOG_SETTINGS = {
  'logs.days': numberField('Max days retention'),
  /** {@link MIN_LEVEL} to {@link MAX_LEVEL}. */
  'logs.minLevel': numberField('Min log level'),
  'logs.hasAddresses': flagField('Enable IP logging'),
  'logs.hasAccounts': optional(flagField('Enable auth id logging')),
  'logs.maxDataSize': numberField('Max data size of an entry (in bytes)'),
} as const;

export const MAX_DATA_HELP =
  '0 is the backend’s default, about 16 kB. What is longer is cut, so searches may miss it.';

export const DELETE_TEXTS = {
  question: 'Do you really want to delete all logs?',
  loss: 'All entries are deleted for good, whatever the list shows.',
  done: 'Successfully deleted all logs.',
} as const;

export const MIN_LEVEL = -100;
export const MAX_LEVEL = 100;

const DAY_MS = 86_400_000;
/** Of the backend's dates, whose years have four digits. */
const MIN_TIME = Date.parse('0000-01-01T00:00:00Z');

/** Matches what the backend deletes when it is given these limits. */
export function deletedFilter({ days, minLevel }: Partial<LogLimits>, now: Date): string {
  const parts: string[] = [];
  if (days !== undefined) {
    const time = Math.max(MIN_TIME, now.getTime() - days * DAY_MS);
    parts.push(`created<="${formatStored(new Date(time))}"`);
  }
  if (minLevel !== undefined) parts.push(`level<${minLevel}`);
  return parts.join('||');
}

/** The typed limits that keep less than the stored ones; undefined if both keep as much. */
export function stricterLimits(stored: LogLimits, typed: LogLimits): LogLimits | undefined {
  const days = isLess(typed.days, stored.days) ? typed.days : undefined;
  const minLevel = isLess(stored.minLevel, typed.minLevel) ? typed.minLevel : undefined;
  return days === undefined && minLevel === undefined ? undefined : { days, minLevel };
}

const isLess = (one: number | undefined, other: number | undefined): boolean =>
  one !== undefined && other !== undefined && one < other;

/** `1 log`, `1,234 logs`. */
export const logsText = (count: number): string => countText(count, 'log', 'logs');
