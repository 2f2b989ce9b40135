import type { LogEntry } from '#domain/backend/log.ts';

/** `listed` must be in the order of time. Some may be as old as its newest. */
function areNewer(found: readonly LogEntry[], listed: readonly LogEntry[]): boolean {
  const [newest, oldest] = [listed.at(0), listed.at(-1)];
  if (!newest || !oldest || newest.time < oldest.time) return false;
  return found.every(({ time }) => time > oldest.time);
}

/** New entries have moved listed ones to later pages: what is above one, or newer than all, is not at the end. */
export function followingLogs(
  found: readonly LogEntry[],
  listed: readonly LogEntry[],
  isListed: (log: LogEntry) => boolean,
): readonly LogEntry[] {
  const lastListed = found.findLastIndex(isListed);
  if (lastListed >= 0) return found.slice(lastListed + 1);
  return areNewer(found, listed) ? [] : found;
}
