import { computed } from 'nanostores';
import { S3_TEXTS } from '#domain/settings/s3.ts';
import { STORAGE_FIELDS, STORAGE_TEXTS } from '#domain/settings/storage.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createSettingsForm } from '#stores/factories/create-settings-form.ts';
import { createConnectionTest, type S3Connection } from './connection-test.ts';

const form = createSettingsForm({ draft: 'storage', fields: STORAGE_FIELDS });
const connection = createConnectionTest({ filesystem: 'storage' });

const isS3Stored = (): boolean => form.$base.get()['s3.enabled'];

/** Saves the settings and, if files are stored in S3, tests the connection (SS-09); true when they were saved. */
async function save(): Promise<boolean> {
  if (!(await form.save())) return false;
  const isFailed = isS3Stored() && (await connection.run()).state === 'failed';
  if (isFailed) addToast('warning', S3_TEXTS.savedButFailed);
  else addToast('success', STORAGE_TEXTS.saved);
  return true;
}

/** Starts form and connection test; returns a function that stops both. */
function start(): () => void {
  // A result is only true of the settings that were tested.
  const stopFollowing = form.$base.listen(() => {
    const isSaving = form.$isBusy.get() && form.$state.get() === 'ready';
    // While it saves, the form reads the settings again; `save` tests what it has stored.
    if (isS3Stored() && !isSaving) connection.schedule();
    else connection.stop();
  });
  const stopForm = form.start();
  return () => {
    stopFollowing();
    stopForm();
    connection.stop();
  };
}

/** The form of the page 'Files storage' (SS-01 to SS-10). */
export const storageForm = {
  ...form,
  save,
  start,
  /** Restores the loaded values; tests them if a failed save has removed the last result. */
  cancel: (): void => {
    form.cancel();
    if (isS3Stored() && connection.$connection.get().state === 'idle') connection.schedule();
  },
  /** Changes whether files are stored in S3. Removes all messages: those of hidden fields would be lost. */
  setEnabled: (isEnabled: boolean): void =>
    form.edit((values) => ({ ...values, 's3.enabled': isEnabled }), 's3'),
};

/** The connection to the saved S3 storage; `idle` also while the form has other settings (SS-05). */
export const $storageConnection = computed(
  [connection.$connection, form.$isDirty],
  (tested, isDirty): S3Connection => (isDirty ? { state: 'idle' } : tested),
);

/** Tests the connection again. */
export const retryConnection = (): void => void connection.run();
