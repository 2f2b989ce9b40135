import { computed, type ReadableAtom } from 'nanostores';
import type { S3Filesystem } from '#domain/settings/s3.ts';
import { stopAll } from '#stores/base/stop-all.ts';
import type { AnySettingsForm } from '#stores/factories/create-settings-form.ts';
import { createConnectionTest, type S3Connection } from './connection-test.ts';

export interface S3ConnectionOptions {
  readonly form: Pick<AnySettingsForm, '$state' | '$isBusy' | '$isDirty'> & {
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
    /** Tests now. */
    run: connection.run,
    /** After the loaded values were restored: tests them if a failed save has removed the last result. */
    resume: (): void => {
      if (isStored() && connection.$connection.get().state === 'idle') connection.schedule();
    },
    /** Tests what the form loads. Returns a function that stops this and the test. */
    start: (): (() => void) => {
      // A result is only true of the settings that were tested.
      const stop = form.$base.listen(() => {
        const isSaving = form.$isBusy.get() && form.$state.get() === 'ready';
        // While it saves, the form reads the settings again; the caller tests what it has stored.
        if (isStored() && !isSaving) connection.schedule();
        else connection.stop();
      });
      return stopAll(stop, connection.stop);
    },
  };
}
