import { toApiError } from '#api/client.ts';
import type { ApiError } from '#domain/app/api-error.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { $adminId } from '#stores/app/session.ts';
import { createLatest } from '#stores/base/running.ts';
import { type Batches, ONE_BY_ONE, PARALLEL, type Sender } from './batches.ts';
import { endingLink, isFatal, MAX_TRIES, pauseAfter, readingBy } from './retry.ts';

/** Whether somebody else than this administrator has signed in since: what that one did is not for the next. */
export function hasNewOwner(owner: string | undefined): boolean {
  const now = $adminId.get();
  return now !== undefined && now !== owner;
}

/** One run of a job, which ends with the first error that all other requests would get, too. */
export interface JobRun {
  /** Id of the administrator who has begun it. */
  readonly owner: string | undefined;
  /** Aborted when nothing is waited for any more. */
  readonly signal: AbortSignal;
  /** Of requests that read for it: they are sent again to a busy backend, and end it without a connection. */
  readonly reading: ReturnType<typeof readingBy>;
  /** The error that has ended it. */
  readonly fatal: ApiError | undefined;
  /** Whether anything more may be sent: it was not stopped or ended, and its administrator is still signed in. */
  readonly mayGoOn: () => boolean;
  /**
   * Does a part, again while the backend has too many requests, of which it has stored none. Returns the error of
   * another failure, which ends the job if it is not about this part: what was sent may be stored.
   */
  readonly attempt: (part: () => Promise<unknown>) => Promise<ApiError | undefined>;
  /**
   * Does the parts in their order, a few at a time, or batch after batch; an error of theirs, such as that of the next
   * one, ends the job.
   */
  readonly each: <Part>(
    parts: Iterable<Part> | AsyncIterable<Part>,
    work: (part: Part, sender: Sender) => Promise<void>,
    batches?: Batches | undefined,
  ) => Promise<void>;
}

const SIGNED_OUT = new DOMException('Signed out.', 'AbortError');

function createRun(signal: AbortSignal, isStopping: () => boolean, outlivesSession: boolean): JobRun {
  const owner = $adminId.get();
  let fatal: ApiError | undefined;
  const end = (error: ApiError): void => {
    fatal ??= error;
  };
  const mayGoOn = () => {
    // What follows would be sent for nobody, also when no request was aborted with the session.
    if (owner !== undefined && $adminId.get() === undefined && !outlivesSession) end(toApiError(SIGNED_OUT));
    return !fatal && !isStopping() && !hasNewOwner(owner);
  };
  return {
    ...{ owner, signal, mayGoOn },
    reading: readingBy(endingLink(signal)),
    get fatal() {
      return fatal;
    },
    attempt: async (part) => {
      for (let tries = 1; ; tries++) {
        try {
          await part();
          return undefined;
        } catch (thrown) {
          const error = toApiError(thrown);
          const isRepeated = error.status === 429 && tries < MAX_TRIES;
          if (isRepeated) await pauseAfter(tries, signal);
          if (isRepeated && mayGoOn()) continue;
          if (isFatal(error)) end(error);
          return error;
        }
      }
    },
    each: async (parts, work, batches) => {
      const one = (part: Parameters<typeof work>[0]) => work(part, ONE_BY_ONE);
      const doing = batches ? batches.each(parts, work, mayGoOn) : inParallel(parts, PARALLEL, one, mayGoOn);
      await doing.catch((thrown: unknown) => end(toApiError(thrown)));
    },
  };
}

export interface JobOptions {
  /** Begins what protects a run, such as a question before the page is left. Returns a function that ends it. */
  readonly guard?: () => () => void;
  /** Whether it waits for its administrator when the session ends, for example by a `createHold`. */
  readonly outlivesSession?: boolean;
}

/** Creates a kind of long job, which runs once at a time. */
export function createJob({ guard, outlivesSession = false }: JobOptions = {}) {
  const running = createLatest();
  let isRunning = false;
  let isStopping = false;
  const stop = () => {
    isStopping = true;
  };
  return {
    isRunning: (): boolean => isRunning,
    isStopping: (): boolean => isStopping,
    /** Sends nothing more: what was sent is waited for, and counts. */
    stop,
    /** Waits for no response any more, either. */
    abandon: (): void => {
      stop();
      running.abort();
    },
    /** Runs it; undefined without a call of `work` while it runs already. */
    run: async <T>(work: (run: JobRun) => Promise<T>): Promise<T | undefined> => {
      if (isRunning) return undefined;
      [isRunning, isStopping] = [true, false];
      const stopGuard = guard?.();
      try {
        return await work(createRun(running.begin(), () => isStopping, outlivesSession));
      } finally {
        isRunning = false;
        stopGuard?.();
      }
    },
  };
}
