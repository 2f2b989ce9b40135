import { levelsFilter } from '#domain/logs/levels.ts';
import { termFilter } from '#domain/logs/search.ts';
import { spanFilter } from '#domain/logs/span.ts';
import type { CronRun } from './cron-runs.ts';
import { spanOf } from './cron-span.ts';

/**
 * Of what the log may say of a run: warnings and errors of its time, whoever wrote them, and what names the job. The log
 * does not tell which entries a job has written.
 *
 * @param notRequest of entries that are no requests: that of the start names the job, too
 */
export const runFilter = (run: CronRun, notRequest: string): string =>
  `${spanFilter(spanOf(run), 0)}&&(${levelsFilter(['error', 'warn'])}||(${notRequest}&&(${termFilter(run.id)})))`;
