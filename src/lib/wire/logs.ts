/* The port for the log. */
import { logNamesIn, ownFilterIn, readLogIn, requestDataIn, type SaidOfRequest } from './both/logs.ts';
import { byLine, wire } from './choose.ts';
import { ADMINISTRATOR as ADMINISTRATOR22 } from './pb22/identities.ts';
import { ADMINISTRATOR as ADMINISTRATOR23 } from './pb23/identities.ts';

export {
  FAILURES,
  LOG_PATHS,
  logCountRequest,
  logRequest,
  logStatsRequest,
  logsRequest,
  NO_REQUESTS,
  REQUESTS,
  readLogStats,
  SLOWEST_LOGS,
  TOP_FIELDS,
} from './both/logs.ts';
export { newestLogs } from './newest.ts';

export const logNames = (): readonly string[] => logNamesIn(wire().logWords);
export const ownFilter = (referer: string): string =>
  ownFilterIn(
    byLine(ADMINISTRATOR22, ADMINISTRATOR23),
    referer,
    // Where administrators sign in is a collection, too.
    byLine('', `&&data.url!~"${ADMINISTRATOR23}"`),
  );
/** What an entry says of a request without a session. */
export const guestInLog = (): string => byLine('guest', '');
export const readLog = (value: unknown) => readLogIn(wire().logWords, value);
export const requestData = (said: SaidOfRequest) => requestDataIn(wire().logWords, said);
