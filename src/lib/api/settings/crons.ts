import { type CallOptions, sendAndRead, sendRequest } from '#api/client.ts';
import { readable } from '#api/response.ts';
import { type CronJob, sortJobs } from '#domain/settings/crons.ts';
import { cronsRequest, readCrons, runCronRequest } from '#wire/maintenance.ts';

/** Loads all jobs of the backend. Throws ApiError. */
export const listCrons = (options: CallOptions = {}): Promise<readonly CronJob[]> =>
  sendAndRead(cronsRequest, options, (response) => sortJobs(readable(readCrons(response))));

/** Starts a job; resolves before it has ended. Throws ApiError. */
export async function runCron(id: string, options: CallOptions = {}): Promise<void> {
  await sendRequest(runCronRequest(id), options);
}
