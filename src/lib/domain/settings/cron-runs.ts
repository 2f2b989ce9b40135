import { parseDate } from '#domain/app/date.ts';
import { isObject, parseJson, text } from '#domain/app/lenient.ts';

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
/** The minutes after a start in which the log is searched. */
export const LOG_MINUTES = 10;

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
