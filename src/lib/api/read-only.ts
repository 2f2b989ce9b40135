import { READ_ONLY_TEXT, READ_ONLY_WAYS, type ReadOnlyBy } from '#domain/app/read-only.ts';
import { isLinkOfUser, isReading } from '#wire/reading.ts';
import { ownError } from './path.ts';

/**
 * Throws for a request that may change something. A link of a mail is the user's own, whom the mode of a device does not
 * concern; that of the operator does.
 */
export function refuseWrite(by: ReadOnlyBy, method: string, path: string): void {
  if (isReading(method, path) || (by === 'device' && isLinkOfUser(path))) return;
  throw ownError(`${READ_ONLY_TEXT} ${READ_ONLY_WAYS[by]}`);
}
