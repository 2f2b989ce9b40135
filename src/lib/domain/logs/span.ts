import { formatStored, parseDate, type Zone } from '#domain/app/date.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The offered spans that end now. */
export const TIME_PRESETS = [
  { id: '15m', label: '15 min', ms: 15 * MINUTE_MS },
  { id: '1h', label: '1 h', ms: HOUR_MS },
  { id: '24h', label: '24 h', ms: DAY_MS },
  { id: '7d', label: '7 days', ms: 7 * DAY_MS },
] as const;

type TimePreset = (typeof TIME_PRESETS)[number];

/** The time that the list shows. */
export type Span = { readonly kind: 'last'; readonly id: TimePreset['id'] } | SpanBetween;

/** As the backend stores dates, `2026-11-05 12:00:00.000Z`; `to` is not included. */
export interface SpanBetween {
  readonly kind: 'between';
  readonly from: string;
  readonly to: string;
}

const presetOf = (id: string): TimePreset | undefined => TIME_PRESETS.find((preset) => preset.id === id);

/** In ms since 1970; undefined when the span is empty. */
export const spanBetween = (from: number, to: number): SpanBetween | undefined =>
  from < to
    ? { kind: 'between', from: formatStored(new Date(from)), to: formatStored(new Date(to)) }
    : undefined;

/** Of the URL: `1h` or `2026-11-05T12:00Z~2026-11-05T14:00Z`. */
export function parseSpan(text: string | undefined): Span | undefined {
  const preset = presetOf(text ?? '');
  if (preset) return { kind: 'last', id: preset.id };
  const [from, to, ...more] = (text ?? '').split('~').map(parseDate);
  return from && to && more.length === 0 ? spanBetween(from.getTime(), to.getTime()) : undefined;
}

/** Without seconds and milliseconds that are zero, and without `Z`. */
const short = (date: string): string => date.replace(/(?::00)?\.000Z$|Z$/, '');

export const formatSpan = (span: Span): string =>
  span.kind === 'last' ? span.id : `${short(span.from)}Z~${short(span.to)}Z`.replaceAll(' ', 'T');

/** @param now in ms since 1970 */
export function spanFilter(span: Span, now: number): string {
  if (span.kind === 'between') return `created>="${span.from}"&&created<"${span.to}"`;
  const length = presetOf(span.id)?.ms ?? 0;
  return `created>="${formatStored(new Date(now - length))}"`;
}

/** `Last 15 min`, `2026-11-05 12:00 – 14:00 UTC`, or where the clock changes `2026-10-25 02:00 CEST – 02:00 CET`. */
export function spanLabel(span: Span, zone?: Zone): string {
  if (span.kind === 'last') return `Last ${presetOf(span.id)?.label ?? span.id}`;
  const time = (date: string) => parseDate(date)?.getTime() ?? 0;
  const shown = (date: string) => short(zone ? formatStored(new Date(zone.toWall(time(date)))) : date);
  const nameOf = (date: string) => zone?.nameAt(time(date)) ?? 'UTC';
  const [from, to] = [shown(span.from), shown(span.to)];
  const day = from.slice(0, from.indexOf(' ') + 1);
  const [first, last] = [nameOf(span.from), nameOf(span.to)];
  const start = first === last ? from : `${from} ${first}`;
  return `${start} – ${to.startsWith(day) ? to.slice(day.length) : to} ${last}`;
}
