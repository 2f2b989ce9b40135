/* The port for what the log says of administrators. */
import { type LogEntry, memberOf } from '#domain/backend/log.ts';
import type { Deed } from '#domain/settings/deeds.ts';
import { administratorsIn, COMMON, deedIn, deedsFilterIn, failedSignInsIn } from './both/deeds.ts';
import { byLine } from './choose.ts';
import { DEEDS as DEEDS22 } from './pb22/deeds.ts';
import * as pb22 from './pb22/identities.ts';
import { DEEDS as DEEDS23 } from './pb23/deeds.ts';
import * as pb23 from './pb23/identities.ts';

export { DEED_FIELDS } from './both/deeds.ts';

const administrator = () => byLine(pb22.ADMINISTRATOR, pb23.ADMINISTRATOR);
const identities = () => byLine(pb22.IDENTITIES, pb23.IDENTITIES);

/** Of an entry, in a filter: the address of the client. */
export const clientPath = (): string => byLine('data.userIp', 'data.userIP');

export const deedsFilter = (): string => deedsFilterIn(administrator(), identities());
export const failedSignInsFilter = (): string => failedSignInsIn(identities());
export const administratorsFilter = (): string => administratorsIn(administrator(), clientPath());

const textOf = (entry: LogEntry, role: 'client' | 'account'): string => {
  const value = memberOf(entry, role)?.value;
  return typeof value === 'string' ? value : '';
};

export const clientOf = (entry: LogEntry): string => textOf(entry, 'client');

/** What an entry of {@link deedsFilter} says. */
export function readDeed(entry: LogEntry): Deed {
  const { id, time, request } = entry;
  const path = request?.address?.replace(/\?.*$/s, '') ?? '';
  return {
    ...{ id, time, address: clientOf(entry), who: textOf(entry, 'account') },
    words: deedIn([byLine(DEEDS22, DEEDS23), COMMON], request?.method ?? '', path),
  };
}
