import { isEmptyValue, truncate, valueText } from '#domain/app/value-text.ts';
import { type LogEntry, type LogMember, type LogRole, memberOf } from '#domain/backend/log.ts';
import { roundedMs } from './duration.ts';

export interface DataLabel {
  readonly name: string;
  /** `execTime: 1.45ms`, with name and value each cut after 200 characters. */
  readonly text: string;
  /** Before it was rounded: `1.44981ms`. */
  readonly whole?: string;
  /** `error` is shown red, `warning` orange. */
  readonly tone: 'plain' | 'error' | 'warning';
}

/** They describe a request, apart from the referer. */
const OF_REQUEST: readonly LogRole[] = ['status', 'duration', 'who', 'client'];
const OF_FAILURE: readonly LogRole[] = ['error', 'details'];
/** Of an entry that is no request, apart from error and details. */
const MAX_LABELS = 6;
/** Characters of a name or value, which may have a megabyte. */
const LIMIT = 200;

function shownValue(value: unknown): string {
  if (isEmptyValue(value)) return '-';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return truncate(valueText(value), LIMIT);
}

/** It came from a page of another host than the dashboard and the backend. */
function isExternal(referer: unknown, ownHosts: readonly string[]): boolean {
  if (typeof referer !== 'string' || referer === '') return false;
  // A text that is no URL has no host that could be our own.
  return !URL.canParse(referer) || !ownHosts.includes(new URL(referer).host);
}

function shownMembers(entry: LogEntry, ownHosts: readonly string[]): readonly LogMember[] {
  if (!entry.request)
    return entry.members.filter(({ role }) => !role || !OF_FAILURE.includes(role)).slice(0, MAX_LABELS);
  const referer = memberOf(entry, 'referer');
  const shown = OF_REQUEST.flatMap((role) => memberOf(entry, role) ?? []);
  return referer && isExternal(referer.value, ownHosts) ? [...shown, referer] : shown;
}

/** Zero and false are no error either. */
const isSet = (value: unknown): boolean => Boolean(value) && !isEmptyValue(value);

/**
 * `name: value`, with `-` for an empty value, then error and details if they are set.
 * @param ownHosts with port, of the dashboard and the backend, whose referers are not shown: `127.0.0.1:8090`
 */
export function dataLabels(entry: LogEntry, ownHosts: readonly string[]): DataLabel[] {
  const label = ({ name, role, value }: LogMember, tone: DataLabel['tone']): DataLabel => {
    const isTime = role === 'duration' && entry.request !== undefined && !isEmptyValue(value);
    const rounded = isTime && typeof value === 'number' ? roundedMs(value) : value;
    return {
      name,
      text: `${truncate(name, LIMIT)}: ${shownValue(rounded)}${isTime ? 'ms' : ''}`,
      tone,
      ...(rounded === value ? {} : { whole: `${value}ms` }),
    };
  };
  return [
    ...shownMembers(entry, ownHosts).map((member) => label(member, 'plain')),
    ...OF_FAILURE.flatMap((role) => memberOf(entry, role) ?? [])
      .filter(({ value }) => isSet(value))
      .map((member) => label(member, member.role === 'error' ? 'error' : 'warning')),
  ];
}
