import type { Schedule } from './cron.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The calendar repeats after 400 years, so a schedule without a run in this time never has one. */
const CYCLE_DAYS = 146_097;
/** Most days that each month has, from January on. */
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Whether any year has one of the days in one of the months. */
const hasDay = ({ day, month }: Schedule): boolean =>
  month.some((number) => (day[0] ?? 0) <= (MONTH_DAYS[number - 1] ?? 0));

/**
 * The next `count` runs after `now`, to the minute, in UTC. Fewer when there are none in the next 400 years: a schedule
 * for 30 February never runs.
 */
export function nextRuns(schedule: Schedule, now: Date, count: number): readonly Date[] {
  const runs: Date[] = [];
  if (!hasDay(schedule)) return runs;
  const { minute, hour, day, month, weekday } = schedule;
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  for (let ahead = 0; ahead <= CYCLE_DAYS; ahead += 1) {
    const date = new Date(today + ahead * DAY_MS);
    const isDue =
      month.includes(date.getUTCMonth() + 1) &&
      day.includes(date.getUTCDate()) &&
      weekday.includes(date.getUTCDay());
    if (!isDue) continue;
    for (const hours of hour)
      for (const minutes of minute) {
        const run = new Date(date.getTime() + (hours * 60 + minutes) * 60_000);
        if (run <= now) continue;
        runs.push(run);
        if (runs.length === count) return runs;
      }
  }
  return runs;
}
