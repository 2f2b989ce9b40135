import { atom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { refusalReason } from '#domain/app/api-error.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import { untilReachable } from '#stores/app/patiently.ts';
import { loadCollections, notifyOtherTabs } from '#stores/collections/list.ts';
import { isSessionEnd, type Link } from '#stores/records/link.ts';
import { isCurrent, reportSide } from './sides.ts';

/** What was not done, and why. */
export interface Left {
  readonly key: string;
  readonly label: string;
  readonly reason: string;
}

/** A promotion or its undo: running, or with its result. */
export interface Job {
  readonly what: 'promote' | 'undo';
  readonly state: 'busy' | 'ended';
  /** What it does now, or what came of it. */
  readonly text: string;
  readonly done: number;
  readonly total: number;
  readonly isWaiting: boolean;
  readonly left: readonly Left[];
}

export const $job = atom<Job | undefined>(undefined);

let stopping = new AbortController();

/** Stops after the requests that were sent. */
export const stopJob = (): void => stopping.abort();

/** What a job works with. */
export interface JobTools {
  readonly link: Link;
  /** Aborted when the job is to end after what was sent. */
  readonly stopped: AbortSignal;
  readonly step: (text: string, total?: number) => void;
  readonly countOne: () => void;
  readonly leave: (left: Left) => void;
}

/**
 * Runs a job on a backend, one at a time. `work` returns the result in words. A request without a response waits until
 * the backend can be reached; the end of the session stops the job. Resolves to whether all of it was done.
 */
export async function runJob(
  what: Job['what'],
  backend: NamedBackend,
  work: (tools: JobTools) => Promise<string>,
): Promise<boolean> {
  if ($job.get()?.state === 'busy') return false;
  stopping = new AbortController();
  const stopped = stopping.signal;
  // What was sent gets its response, so that the result is true; what waits for the backend does not.
  const waiting = new AbortController();
  const set = (change: Partial<Job>) => {
    const job = $job.get();
    if (job) $job.set({ ...job, ...change });
  };
  $job.set({ what, state: 'busy', text: '', done: 0, total: 0, isWaiting: false, left: [] });
  let ended: unknown;
  const tools: JobTools = {
    link: {
      signal: waiting.signal,
      backend,
      wait: async (error) => {
        if (isSessionEnd(error)) {
          ended ??= error;
          waiting.abort();
          return;
        }
        set({ isWaiting: true });
        await untilReachable(stopped, backend).catch(() => waiting.abort());
        set({ isWaiting: false });
      },
    },
    stopped,
    step: (text, total = 0) => set({ text, done: 0, total }),
    countOne: () => set({ done: ($job.get()?.done ?? 0) + 1 }),
    leave: (left) => set({ left: [...($job.get()?.left ?? []), left] }),
  };
  let isDone = true;
  try {
    set({ text: await work(tools) });
  } catch (thrown) {
    isDone = false;
    const error = toApiError(ended ?? thrown);
    set({ text: error.isAbort ? 'Stopped.' : refusalReason(error) });
    if (!error.isAbort) reportSide(error);
  }
  set({ state: 'ended', isWaiting: false });
  if (isCurrent(backend)) {
    void loadCollections();
    notifyOtherTabs();
  }
  return isDone && !stopped.aborted;
}
