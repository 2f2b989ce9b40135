import { formatStored, parseDate } from '#domain/app/date.ts';
import { formatSpan, type SpanBetween, spanBetween } from '#domain/logs/span.ts';
import { type CronRun, LOG_MINUTES } from './cron-runs.ts';

/** The backend's clock is known to a second. */
const BEFORE_MS = 2000;

/** The time of a run in the log. */
export function spanOf({ at }: Pick<CronRun, 'at'>): SpanBetween {
  const start = parseDate(at)?.getTime() ?? 0;
  const [from, to] = [start - BEFORE_MS, start + LOG_MINUTES * 60_000];
  return spanBetween(from, to) ?? { kind: 'between', from: formatStored(new Date(from)), to: at };
}

/** As the address of the log says it. */
export const spanText = (run: Pick<CronRun, 'at'>): string => formatSpan(spanOf(run));
