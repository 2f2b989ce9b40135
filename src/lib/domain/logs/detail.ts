import { ownOf } from '#domain/app/lenient.ts';
import { isEmptyValue, NO_VALUE, valueText } from '#domain/app/value-text.ts';
import { isRequest, type Log, levelLabel } from './log.ts';

export interface DetailRow {
  /** `id`, `level`, `created`, `message` or a member of the data, `data.status`: the path of a condition. */
  readonly name: string;
  readonly value: unknown;
  /** `id` has a copy button, `date` a tooltip, `error` is red, `code` keeps line breaks, `empty` is a hint. */
  readonly kind: 'id' | 'level' | 'date' | 'text' | 'error' | 'json' | 'code' | 'empty';
  /** The stored date, indented JSON, N/A for an empty value, else the value as text. */
  readonly text: string;
}

const FIRST_NAMES = [
  ...['execTime', 'type', 'auth', 'status', 'method', 'url', 'referer', 'remoteIp', 'userIp', 'userAgent'],
  ...['error', 'details'],
];

function orderedNames(data: Log['data']): string[] {
  const first = FIRST_NAMES.filter((name) => Object.hasOwn(data, name));
  return [...first, ...Object.keys(data).filter((name) => !FIRST_NAMES.includes(name))];
}

function kindOf(name: string, value: unknown): DetailRow['kind'] {
  if (isEmptyValue(value)) return 'empty';
  if (typeof value === 'object') return 'json';
  if (name === 'data.error') return 'error';
  if (name === 'data.details') return 'code';
  return typeof value === 'string' && /[\n\r]/.test(value) ? 'code' : 'text';
}

function rowOf(name: string, value: unknown, unit = ''): DetailRow {
  const kind = kindOf(name, value);
  if (kind === 'empty') return { name, value, kind, text: NO_VALUE };
  const text = kind === 'json' ? JSON.stringify(value, null, 2) : valueText(value);
  return { name, value, kind, text: `${text}${unit}` };
}

/** The message of a request is left out: it only repeats method and URL. */
export function detailRows(log: Log): DetailRow[] {
  const { id, level, created, message, data } = log;
  return [
    { name: 'id', value: id, kind: 'id', text: id },
    { name: 'level', value: level, kind: 'level', text: levelLabel(level) },
    { name: 'created', value: created, kind: 'date', text: created },
    ...(isRequest(log) ? [] : [rowOf('message', message)]),
    ...orderedNames(data).map((name) => {
      const value = ownOf(data, name);
      const isDuration = name === 'execTime' && isRequest(log) && !isEmptyValue(value);
      return rowOf(`data.${name}`, value, isDuration ? 'ms' : '');
    }),
  ];
}
