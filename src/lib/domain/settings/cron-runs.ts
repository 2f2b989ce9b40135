import { formatStored, parseDate } from '#domain/app/date.ts';
import { isObject, parseJson, text } from '#domain/app/lenient.ts';
import { type SpanBetween, spanBetween } from '#domain/logs/span.ts';

/** A job that was started on this device, or could not be. */
export interface CronRun {
  /** Of the job. */
  readonly id: string;
  /** As the backend stores dates, by its clock. */
  readonly at: string;
  /** Why it could not be started. */
  readonly error?: string;
}

/** On each device, for each backend. */
export const MAX_RUNS = 20;
const MAX_ERROR = 300;

/** Reads what is stored; what is no run is left out. */
export function parseRuns(stored: string): readonly CronRun[] {
  const list = parseJson(stored);
  if (!Array.isArray(list)) return [];
  return list.slice(0, MAX_RUNS).flatMap((item): CronRun[] => {
    if (!isObject(item) || !text(item['id']) || !parseDate(text(item['at']))) return [];
    const error = text(item['error']);
    return [{ id: text(item['id']), at: text(item['at']), ...(error && { error }) }];
  });
}

/** The newest first. */
export const withRun = (runs: readonly CronRun[], { error, ...run }: CronRun): readonly CronRun[] =>
  [{ ...run, ...(error && { error: error.slice(0, MAX_ERROR) }) }, ...runs].slice(0, MAX_RUNS);

/** The minutes after a start in which the log is searched. */
export const LOG_MINUTES = 10;
/** The backend's clock is known to a second. */
const BEFORE_MS = 2000;

/** The time of a run in the log. */
export function spanOf({ at }: Pick<CronRun, 'at'>): SpanBetween {
  const start = parseDate(at)?.getTime() ?? 0;
  const [from, to] = [start - BEFORE_MS, start + LOG_MINUTES * 60_000];
  return spanBetween(from, to) ?? { kind: 'between', from: formatStored(new Date(from)), to: at };
}
