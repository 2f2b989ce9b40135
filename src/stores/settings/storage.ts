import { S3_TEXTS } from '#domain/settings/s3.ts';
import { STORAGE_FIELDS, STORAGE_TEXTS } from '#domain/settings/storage.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createSettingsForm } from '#stores/factories/create-settings-form.ts';
import { createS3Connection } from './s3-connection.ts';

const form = createSettingsForm({ draft: 'storage', fields: STORAGE_FIELDS });

const isS3Stored = (): boolean => form.$base.get()['storage.isEnabled'];

const connection = createS3Connection({ form, isStored: isS3Stored, filesystem: 'storage' });

/** Saves the settings and, if files are stored in S3, tests the connection; true when they were saved. */
async function save(): Promise<boolean> {
  if (!(await form.save())) return false;
  const isFailed = isS3Stored() && (await connection.run()).state === 'failed';
  if (isFailed) addToast('warning', S3_TEXTS.savedButFailed);
  else addToast('success', STORAGE_TEXTS.saved);
  return true;
}

export const storageForm = {
  ...form,
  save,
  start: connection.start,
  /** Changes whether files are stored in S3. Removes all messages: those of hidden fields would be lost. */
  setEnabled: (isEnabled: boolean): void =>
    form.edit((values) => ({ ...values, 'storage.isEnabled': isEnabled }), 'storage'),
};

/** The connection to the saved S3 storage. */
export const $storageConnection = connection.$connection;

export const retryConnection = (): void => void connection.run();
