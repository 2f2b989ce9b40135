import { LOG_MINUTES } from './cron-runs.ts';

/** A job that the backend starts by itself. */
export interface CronJob {
  readonly id: string;
  /** When, in UTC: see cron.ts. */
  readonly expression: string;
  /** Of PocketBase itself, not of the program's own code. */
  readonly isOwn: boolean;
  /** What it does; undefined for those of the program's own code. */
  readonly purpose: string | undefined;
}

/** Those of the program's own code first, by their ids. */
export const sortJobs = (jobs: readonly CronJob[]): readonly CronJob[] =>
  jobs.toSorted((a, b) => Number(a.isOwn) - Number(b.isOwn) || (a.id < b.id ? -1 : 1));

export const CRON_TEXTS = {
  intro:
    'Jobs that the backend starts by itself, at times in UTC. They are made by the program’s own code and by PocketBase.',
  empty: 'There are no jobs.',
  notKnown: 'This backend is not known to list its jobs: PocketBase does from 0.24 on.',
  question: (id: string) => `Do you really want to run ${id} now?`,
  started: (id: string) => `Started ${id}. How it ends is only in the log, if the job says it.`,
  showLog: 'Show the log',
  log: 'What the log says',
  logged: `Warnings and errors of the ${LOG_MINUTES} minutes after the start, whoever wrote them, and what names the job:`,
  nothingLogged: `Nothing: no warning or error in the ${LOG_MINUTES} minutes after the start, and no entry that names the job. A run is in the log only if the job writes there itself; entries come some seconds late.`,
  moreLogged: 'There may be more.',
  runs: 'Last runs started on this device',
  forget: 'Forget them',
  never: 'No date matches, so it never runs.',
} as const;
