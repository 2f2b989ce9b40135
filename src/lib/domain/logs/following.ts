import type { Log } from './log.ts';

/** `listed` must be in the order of time. Some may be as old as its newest. */
function areNewer(found: readonly Log[], listed: readonly Log[]): boolean {
  const [newest, oldest] = [listed.at(0), listed.at(-1)];
  if (!newest || !oldest || newest.created < oldest.created) return false;
  return found.every(({ created }) => created > oldest.created);
}

/** New entries have moved listed ones to later pages: what is above one, or newer than all, is not at the end. */
export function followingLogs(
  found: readonly Log[],
  listed: readonly Log[],
  isListed: (log: Log) => boolean,
): readonly Log[] {
  const lastListed = found.findLastIndex(isListed);
  if (lastListed >= 0) return found.slice(lastListed + 1);
  return areNewer(found, listed) ? [] : found;
}
