import type { Log } from './log.ts';

/** Whether `found` is newer than the list, which must be in the order of time. Some may be as old as its newest. */
function areNewer(found: readonly Log[], listed: readonly Log[]): boolean {
  const [newest, oldest] = [listed.at(0), listed.at(-1)];
  if (!newest || !oldest || newest.created < oldest.created) return false;
  return found.every(({ created }) => created > oldest.created);
}

/**
 * The entries of a further page that follow the listed ones. Entries that were logged meanwhile have moved listed ones
 * to later pages: what is above a listed one, or newer than the whole list, does not belong to its end.
 */
export function followingLogs(
  found: readonly Log[],
  listed: readonly Log[],
  isListed: (log: Log) => boolean,
): readonly Log[] {
  const lastListed = found.findLastIndex(isListed);
  if (lastListed >= 0) return found.slice(lastListed + 1);
  return areNewer(found, listed) ? [] : found;
}
