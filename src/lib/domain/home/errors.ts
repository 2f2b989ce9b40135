import { type Clock, formatStored } from '#domain/app/date.ts';
import { effectiveFilter } from '#domain/logs/effective.ts';
import { levelsFilter } from '#domain/logs/levels.ts';
import { formatSpan, type SpanBetween, spanFilter } from '#domain/logs/span.ts';
import { floorToStep, LOCAL_CLOCK, nextMultiple } from '#domain/logs/wall-clock.ts';

/** `now` is in ms since 1970; by default in the time zone of the browser. */
export function dayOf(now: number, clock: Clock = LOCAL_CLOCK): SpanBetween {
  const at = (find: typeof floorToStep) =>
    formatStored(new Date(find(now, { unit: 'day', count: 1 }, clock)));
  return { kind: 'between', from: at(floorToStep), to: at(nextMultiple) };
}

/** As the logs page makes it of {@link errorsQuery}. `preset`: `ownFilter` of the wire. */
export const errorsFilter = (day: SpanBetween, preset: string): string =>
  effectiveFilter({
    preset,
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
