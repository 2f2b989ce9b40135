import { atom } from 'nanostores';
import type { ApiError } from '#domain/app/api-error.ts';
import { report } from '#stores/app/report.ts';
import { $adminId } from '#stores/app/session.ts';
import { PARALLEL } from './batches.ts';
import type { JobRun } from './job.ts';
import { isSessionEnd, type Link, untilReachable } from './retry.ts';

/** Why a job waits: somebody has paused it, or must answer what was changed; or nothing can be sent. */
export type Hold = 'user' | 'offline' | 'session' | 'changed';

/** Creates what holds the requests of a job until it goes on; `onResume` is called before that. */
export function createHold(onResume: () => void) {
  const $hold = atom<Hold | undefined>(undefined);
  let resumed = Promise.withResolvers<void>();
  /** How many requests of a session that has ended may still fail after somebody has resumed. */
  let late = 0;

  function hold(reason: Hold): Promise<void> {
    const held = $hold.get();
    if (held === undefined) resumed = Promise.withResolvers();
    // A change needs an answer, whatever else happens.
    if (held !== 'changed') $hold.set(reason);
    return resumed.promise;
  }

  function resume(): void {
    late = $hold.get() === 'session' ? PARALLEL : 0;
    onResume();
    $hold.set(undefined);
    resumed.resolve();
  }

  async function waitForSession(error: ApiError, owner: string | undefined): Promise<void> {
    // Whoever began it has signed in again and resumed before this request noticed that its session had ended.
    const isResumed = $hold.get() === undefined && $adminId.get() === owner;
    if (isResumed && late-- > 0) return;
    // One report is enough: it also asks to sign in.
    if ($hold.get() !== 'session') report(error);
    await hold('session');
  }

  async function waitForConnection(signal: AbortSignal): Promise<void> {
    if ($hold.get() === undefined) void hold('offline');
    await untilReachable(signal).catch(() => {});
    if ($hold.get() === 'offline') resume();
    await resumed.promise;
  }

  return {
    $hold,
    hold,
    resume,
    released: async (): Promise<void> => {
      while ($hold.get()) await resumed.promise;
    },
    /** The link of a run's requests, which wait with it. */
    linkOf: ({ owner, signal }: Pick<JobRun, 'owner' | 'signal'>): Link => ({
      signal,
      wait: (error) => (isSessionEnd(error) ? waitForSession(error, owner) : waitForConnection(signal)),
    }),
  };
}
