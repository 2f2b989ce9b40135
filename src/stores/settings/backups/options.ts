import { atom } from 'nanostores';
import { BACKUP_FIELDS } from '#domain/settings/backup-fields.ts';
import { OPTIONS_TEXTS } from '#domain/settings/backups.ts';
import { stopAll } from '#stores/base/running.ts';
import { createSettingsForm } from '#stores/factories/create-settings-form.ts';
import { createS3Connection } from '../s3-connection.ts';
import { $recoveries, forgetBackups, loadBackups } from './list.ts';

const SCHEDULE = 'backups.schedule';

const form = createSettingsForm({
  draft: 'backups',
  fields: BACKUP_FIELDS,
  saved: OPTIONS_TEXTS.saved,
});

const isS3Stored = (): boolean => form.$base.get()['backups.storage.isEnabled'];

const connection = createS3Connection({ form, isStored: isS3Stored, filesystem: 'backups' });

/** Whether automatic backups are on: there is a schedule, or one is about to be typed. */
export const $isAuto = atom(false);

const hasSchedule = (): boolean => form.$values.get()[SCHEDULE] !== '';

function start(): () => void {
  // While a schedule is typed, the field may be empty for a moment.
  const stopTyped = form.$values.listen(() => hasSchedule() && $isAuto.set(true));
  const stopLoaded = form.$base.listen(() => $isAuto.set(hasSchedule()));
  const stopForm = connection.start();
  const stopRecoveries = $recoveries.listen(() => {
    if (form.$state.get() === 'failed') void form.load();
  });
  return stopAll(stopRecoveries, stopForm, stopTyped, stopLoaded, () => $isAuto.set(false));
}

type Options = ReturnType<typeof form.$base.get>;

const storageOf = (options: Options): string =>
  JSON.stringify(
    options['backups.storage.isEnabled'] &&
      (['endpoint', 'bucket', 'region', 'accessKey'] as const).map(
        (name) => options[`backups.storage.${name}`],
      ),
  );

/** The list of another storage goes when the request leaves: it may have the effect even if it seems to fail. */
async function save(): Promise<boolean> {
  const before = storageOf(form.$base.get());
  const isMove = form.$canSave.get() && storageOf(form.$values.get()) !== before;
  if (isMove) forgetBackups();
  const isSaved = await form.save();
  // The save may also bring the storage that another administrator has chosen.
  const isOther = isMove || storageOf(form.$base.get()) !== before;
  if (isOther) forgetBackups();
  if (isOther || isSaved) void loadBackups();
  return isSaved;
}

export const backupOptionsForm = {
  ...form,
  start,
  save,
  cancel: (): void => {
    form.cancel();
    $isAuto.set(hasSchedule());
  },
  restoreDraft: (): void => {
    form.restoreDraft();
    $isAuto.set(hasSchedule());
  },
};

/** Turns automatic backups on or off; off empties the schedule. */
export function setAuto(isOn: boolean): void {
  $isAuto.set(isOn);
  if (!isOn) form.edit((values) => ({ ...values, [SCHEDULE]: '' }), SCHEDULE, 'backups.keep');
}

/** Changes whether backups are stored in S3. Removes the messages of the fields, which may disappear. */
export const setBackupsInS3 = (isEnabled: boolean): void =>
  form.edit((values) => ({ ...values, 'backups.storage.isEnabled': isEnabled }), 'backups.storage');

/** The connection to the saved S3 storage of the backups. */
export const $backupsConnection = connection.$connection;

export const retryBackupsConnection = (): void => void connection.run();
