/* What an administrator starts by hand. Some of it only newer versions know: see capabilities.ts. */
import { isObject, ownOf, text } from '#domain/app/lenient.ts';
import type { ApiRequest, BackendRequest } from '#domain/backend/request.ts';
import type { CronJob } from '#domain/settings/crons.ts';
import { listIn } from '../both/answers.ts';

/** Deletes the whole log: it takes no filter. */
export const deleteLogsRequest: BackendRequest = { path: '/api/logs', method: 'DELETE' };

export const cronsRequest: ApiRequest = { path: '/api/crons' };

/** What the jobs of PocketBase itself do. */
const PURPOSES: Readonly<Record<string, string>> = {
  __pbDBOptimize__: 'Lets the database measure its tables, for faster queries',
  __pbMFACleanup__: 'Deletes sign-ins that have waited too long for a second factor',
  __pbOTPCleanup__: 'Deletes one-time passwords that are over',
  __pbLogsCleanup__: 'Deletes log entries that are older than the settings keep',
  __pbAutoBackup__: 'Makes the automatic backup',
  __pbRateLimitersCleanup__: 'Forgets rate limits that are over',
};

/** Undefined for an answer that is no list. */
export const readCrons = (answer: unknown): readonly CronJob[] | undefined =>
  listIn(answer, (item) => item)
    ?.filter(isObject)
    .map(({ id, expression }) => ({
      id: text(id),
      expression: text(expression),
      isOwn: text(id).startsWith('__pb'),
      purpose: ownOf(PURPOSES, text(id)),
    }));

/** Answers before the job has ended: its outcome is only in the log, if the job writes one. */
export const runCronRequest = (id: string): BackendRequest => ({ path: ['crons', id], method: 'POST' });
