import { atom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { testS3 } from '#api/settings/test-s3.ts';
import { TimedOut, within } from '#domain/app/within.ts';
import { S3_TEXTS, type S3Filesystem } from '#domain/settings/s3.ts';
import { report } from '#stores/app/report.ts';
import { createLatest } from '#stores/base/latest.ts';

/** What is known about the connection to an S3 storage; `idle` is nothing. */
export type S3Connection =
  | { readonly state: 'idle' }
  | { readonly state: 'testing' }
  | { readonly state: 'connected' }
  /** With the message of the backend. */
  | { readonly state: 'failed'; readonly message: string };

/** Delay of a scheduled test, in ms. */
const DELAY = 100;
/** The longest that a test may take, in ms. */
const TIMEOUT = 30_000;

/** Creates the test of the saved S3 settings of `filesystem`. A newer test aborts the older one. */
export function createConnectionTest({ filesystem }: { readonly filesystem: S3Filesystem }) {
  const $connection = atom<S3Connection>({ state: 'idle' });
  const tests = createLatest();
  let scheduled: ReturnType<typeof setTimeout> | undefined;

  const stop = (): void => {
    clearTimeout(scheduled);
    tests.abort();
    $connection.set({ state: 'idle' });
  };

  const test = async (signal: AbortSignal): Promise<S3Connection> => {
    try {
      await within({ ms: TIMEOUT, message: S3_TEXTS.timeout, signal }, (limited) =>
        testS3(filesystem, { signal: limited }),
      );
      return { state: 'connected' };
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.isAbort) return { state: 'idle' };
      // The badge shows the message; a toast says that the time is over, or that the session has ended.
      report(error, { toast: thrown instanceof TimedOut || error.status === 401 || error.status === 403 });
      return { state: 'failed', message: error.message };
    }
  };

  /** Tests now; resolves with the result, which is `idle` when the test was aborted. */
  const run = async (): Promise<S3Connection> => {
    clearTimeout(scheduled);
    const signal = tests.begin();
    $connection.set({ state: 'testing' });
    const result = await test(signal);
    if (signal.aborted) return { state: 'idle' };
    $connection.set(result);
    return result;
  };

  return {
    $connection,
    run,
    /** Forgets the last result and tests after 100 ms. */
    schedule: (): void => {
      stop();
      scheduled = setTimeout(() => void run(), DELAY);
    },
    /** Aborts the test and forgets its result. */
    stop,
  };
}
