// chunks: amounts
import { parseDate } from '#domain/app/date.ts';

const UNITS = [
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
  { name: 's', ms: 1000 },
];

/**
 * `5 s ago`, rounded down; `now` for less than a second, and for the future, which the backend's clock may be in.
 * @param now in ms since 1970
 */
export function relativeTime(date: string, now: number): string {
  const moment = parseDate(date);
  if (!moment) return '';
  const age = now - moment.getTime();
  const unit = UNITS.find(({ ms }) => age >= ms);
  return unit ? `${Math.floor(age / unit.ms)} ${unit.name} ago` : 'now';
}
