import { ownOf } from '#domain/app/lenient.ts';
import { isEmptyValue, truncate, valueText } from '#domain/app/value-text.ts';
import { roundedMs } from './duration.ts';
import { isRequest, type Log } from './log.ts';

export interface DataLabel {
  readonly name: string;
  /** `execTime: 1.45ms`, with name and value each cut after 200 characters. */
  readonly text: string;
  /** Before it was rounded: `1.44981ms`. */
  readonly whole?: string;
  /** `error` is shown red, `warning` orange. */
  readonly tone: 'plain' | 'error' | 'warning';
}

/** They describe a request, apart from `referer`. */
const REQUEST_NAMES = ['status', 'execTime', 'auth', 'userIp'];
const FAILURE_NAMES = ['error', 'details'];
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

function shownNames(log: Log, ownHosts: readonly string[]): string[] {
  const names = Object.keys(log.data);
  if (!isRequest(log)) return names.filter((name) => !FAILURE_NAMES.includes(name)).slice(0, MAX_LABELS);
  const shown = REQUEST_NAMES.filter((name) => names.includes(name));
  return isExternal(ownOf(log.data, 'referer'), ownHosts) ? [...shown, 'referer'] : shown;
}

/** Zero and false are no error either. */
const isSet = (value: unknown): boolean => Boolean(value) && !isEmptyValue(value);

/**
 * `name: value`, with `-` for an empty value, then error and details if they are set.
 * @param ownHosts with port, of the dashboard and the backend, whose referers are not shown: `127.0.0.1:8090`
 */
export function dataLabels(log: Log, ownHosts: readonly string[]): DataLabel[] {
  const label = (name: string, tone: DataLabel['tone']): DataLabel => {
    const value = ownOf(log.data, name);
    const isTime = name === 'execTime' && isRequest(log) && !isEmptyValue(value);
    const rounded = isTime && typeof value === 'number' ? roundedMs(value) : value;
    return {
      name,
      text: `${truncate(name, LIMIT)}: ${shownValue(rounded)}${isTime ? 'ms' : ''}`,
      tone,
      ...(rounded === value ? {} : { whole: `${value}ms` }),
    };
  };
  return [
    ...shownNames(log, ownHosts).map((name) => label(name, 'plain')),
    ...FAILURE_NAMES.filter((name) => isSet(ownOf(log.data, name))).map((name) =>
      label(name, name === 'error' ? 'error' : 'warning'),
    ),
  ];
}
