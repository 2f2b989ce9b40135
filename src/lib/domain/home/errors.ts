import { formatStored } from '#domain/app/date.ts';
import { effectiveFilter, ownFilter } from '#domain/logs/effective.ts';
import { levelsFilter } from '#domain/logs/levels.ts';
import { formatSpan, type SpanBetween, spanFilter } from '#domain/logs/span.ts';

/** The local day of a moment, in ms since 1970. */
export function dayOf(now: number): SpanBetween {
  const start = new Date(now);
  start.setHours(0, 0, 0, 0);
  const end = new Date(start);
  end.setDate(end.getDate() + 1);
  return { kind: 'between', from: formatStored(start), to: formatStored(end) };
}

/** The filter for the errors of a day, as the logs page makes it of {@link errorsQuery}. `referer`: see `ownFilter`. */
export const errorsFilter = (day: SpanBetween, referer: string): string =>
  effectiveFilter({
    preset: ownFilter(referer),
    span: spanFilter(day, 0),
    levels: levelsFilter(['error']),
    search: '',
  });

/** What the address of the logs page needs to list the errors of a day. */
export const errorsQuery = (day: SpanBetween) => ({
  adminRequests: '0',
  levels: 'error',
  span: formatSpan(day),
});
