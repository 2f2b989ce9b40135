import type { LogEntry } from '#domain/backend/log.ts';

/** `20261105120000123Z`: other characters cannot be in a file name. */
const stampOf = (date: string): string => date.replace(/\W|_/g, '');

/** `log_20261105120000123Z.json` */
export const logFileName = ({ time }: LogEntry): string => `log_${stampOf(time)}.json`;

/** `3_logs_20261105110000000Z_to_20261105120000123Z.json`; {@link logFileName} for one. In any order. */
export function logsFileName(logs: readonly LogEntry[]): string {
  const [first, ...others] = logs;
  if (first && others.length === 0) return logFileName(first);
  const dates = logs.map(({ time }) => time).sort();
  return `${logs.length}_logs_${stampOf(dates[0] ?? '')}_to_${stampOf(dates.at(-1) ?? '')}.json`;
}

/** An object for one entry, an array for several, with all members as received. */
export const logsFileText = (logs: readonly LogEntry[]): string =>
  JSON.stringify(logs.length === 1 ? logs[0]?.raw : logs.map(({ raw }) => raw), null, 2);
