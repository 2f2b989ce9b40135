/* The port for the log. */
import {
  type LogWords,
  logNamesIn,
  ownFilterIn,
  readLogIn,
  requestDataIn,
  type SaidOfRequest,
} from './both/logs.ts';
import { byLine } from './choose.ts';
import * as pb22 from './pb22/logs.ts';
import * as pb23 from './pb23/logs.ts';

export {
  FAILURES,
  LOG_PATHS,
  logCountRequest,
  logRequest,
  logStatsRequest,
  logsRequest,
  REQUESTS,
  readLogStats,
  SLOWEST_LOGS,
  TOP_FIELDS,
} from './both/logs.ts';

const words = (): LogWords => byLine(pb22.words, pb23.words);

/** The sort by which the newest entry comes first, by the order in which they were written. */
export const newestLogs = (): string => byLine(pb22.NEWEST, pb23.NEWEST);
export const logNames = (): readonly string[] => logNamesIn(words());
export const ownFilter = (referer: string): string =>
  ownFilterIn(byLine(pb22.ADMINISTRATOR, pb23.ADMINISTRATOR), referer);
export const readLog = (value: unknown) => readLogIn(words(), value);
export const requestData = (said: SaidOfRequest) => requestDataIn(words(), said);
