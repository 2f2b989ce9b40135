import { isEmptyValue, NO_VALUE, valueText } from '#domain/app/value-text.ts';
import type { LogEntry, LogMember, LogRole } from '#domain/backend/log.ts';
import { levelLabel } from './log.ts';

export interface DetailRow {
  /** `id`, `level`, `created`, `message` or a member of the data, `data.status`: the path of a condition. */
  readonly name: string;
  readonly value: unknown;
  /** `id` has a copy button, `date` a tooltip, `error` is red, `code` keeps line breaks, `empty` is a hint. */
  readonly kind: 'id' | 'level' | 'date' | 'text' | 'error' | 'json' | 'code' | 'empty';
  /** The stored date, indented JSON, N/A for an empty value, else the value as text. */
  readonly text: string;
}

const FIRST: readonly LogRole[] = [
  ...(['duration', 'kind', 'who', 'account', 'status', 'method', 'address', 'referer'] as const),
  ...(['connection', 'client', 'agent', 'error', 'details'] as const),
];

function ordered({ members }: LogEntry): readonly LogMember[] {
  const first = FIRST.flatMap((role) => members.filter((member) => member.role === role));
  return [...first, ...members.filter(({ role }) => role === undefined)];
}

function kindOf(value: unknown, role?: LogRole): DetailRow['kind'] {
  if (isEmptyValue(value)) return 'empty';
  if (typeof value === 'object') return 'json';
  if (role === 'error') return 'error';
  if (role === 'details') return 'code';
  return typeof value === 'string' && /[\n\r]/.test(value) ? 'code' : 'text';
}

function rowOf(name: string, value: unknown, role?: LogRole, unit = ''): DetailRow {
  const kind = kindOf(value, role);
  if (kind === 'empty') return { name, value, kind, text: NO_VALUE };
  const text = kind === 'json' ? JSON.stringify(value, null, 2) : valueText(value);
  return { name, value, kind, text: `${text}${unit}` };
}

/** The message of a request is left out: it only repeats method and URL. */
export function detailRows(entry: LogEntry): DetailRow[] {
  const { id, level, time, message, request } = entry;
  return [
    { name: 'id', value: id, kind: 'id', text: id },
    { name: 'level', value: level, kind: 'level', text: levelLabel(level) },
    { name: 'created', value: time, kind: 'date', text: time },
    ...(request ? [] : [rowOf('message', message)]),
    ...ordered(entry).map(({ path, value, role }) =>
      rowOf(path, value, role, role === 'duration' && request ? 'ms' : ''),
    ),
  ];
}
