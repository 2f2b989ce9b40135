import type { Log } from './log.ts';

/** `20261105120000123Z` for the date `2026-11-05 12:00:00.123Z`; other characters cannot be in a file name. */
const stampOf = (date: string): string => date.replace(/\W|_/g, '');

/** The name of a file with one entry: `log_20261105120000123Z.json`. */
export const logFileName = ({ created }: Log): string => `log_${stampOf(created)}.json`;

/**
 * The name of a file with these entries, at least one, in any order:
 * `3_logs_20261105110000000Z_to_20261105120000123Z.json`, or {@link logFileName} for one.
 */
export function logsFileName(logs: readonly Log[]): string {
  const [first, ...others] = logs;
  if (first && others.length === 0) return logFileName(first);
  const dates = logs.map(({ created }) => created).sort();
  return `${logs.length}_logs_${stampOf(dates[0] ?? '')}_to_${stampOf(dates.at(-1) ?? '')}.json`;
}

/** The content of the file: an object for one entry, an array for several, with all members as received. */
export const logsFileText = (logs: readonly Log[]): string =>
  JSON.stringify(logs.length === 1 ? logs[0] : logs, null, 2);
