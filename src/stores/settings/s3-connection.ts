import { atom, computed, type ReadableAtom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { testS3 } from '#api/settings/test-s3.ts';
import { readOnlyBy } from '#browser/read-only.ts';
import { TimedOut, within } from '#domain/app/within.ts';
import { S3_TEXTS, type S3Filesystem } from '#domain/settings/s3.ts';
import { report } from '#stores/app/report.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import type { AnySettingsForm } from '#stores/factories/create-settings-form.ts';

/** What is known about the connection to an S3 storage; `idle` is nothing. */
export type S3Connection =
  | { readonly state: 'idle' | 'testing' | 'connected' }
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
    /** Forgets the last result and tests after 100 ms; not in read-only mode, because the test stores a file. */
    schedule: (): void => {
      stop();
      if (readOnlyBy()) return;
      scheduled = setTimeout(() => void run(), DELAY);
    },
    stop,
  };
}

export interface S3ConnectionOptions {
  readonly form: Pick<AnySettingsForm, '$state' | '$isBusy' | '$isDirty' | 'start'> & {
    readonly $base: ReadableAtom<object>;
  };
  /** Whether the stored settings use S3. */
  readonly isStored: () => boolean;
  readonly filesystem: S3Filesystem;
}

/** Creates the connection test of a settings form: what it has stored in S3 is tested after loading. */
export function createS3Connection({ form, isStored, filesystem }: S3ConnectionOptions) {
  const connection = createConnectionTest({ filesystem });
  return {
    /** The connection to the saved S3 storage; `idle` also while the form has other settings. */
    $connection: computed(
      [connection.$connection, form.$isDirty],
      (tested, isDirty): S3Connection => (isDirty ? { state: 'idle' } : tested),
    ),
    run: connection.run,
    /** Starts the form, and tests what it loads. Returns a function that stops both. */
    start: (): (() => void) => {
      // A result is only true of the settings that were tested.
      const stop = form.$base.listen(() => {
        const isSaving = form.$isBusy.get() && form.$state.get() === 'ready';
        // While it saves, the form reads the settings again; the caller tests what it has stored.
        if (isStored() && !isSaving) connection.schedule();
        else connection.stop();
      });
      // A save, also one that failed, has removed the last result.
      const stopDirty = form.$isDirty.listen((isDirty) => {
        const { state } = connection.$connection.get();
        if (!isDirty && isStored() && state === 'idle') connection.schedule();
      });
      return stopAll(form.start(), stop, stopDirty, connection.stop);
    },
  };
}
