import { atom } from 'nanostores';
import { createBackup } from '#api/settings/backups.ts';
import { CREATE_TEXTS, isBackupName } from '#domain/settings/backups.ts';
import { $isCreateOpen, closeCreate } from '#stores/app/popups.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { stopAll } from '#stores/base/running.ts';
import { createForm } from '#stores/factories/create-form.ts';
import { askHealth, loadBackups } from './list.ts';

/** Time after the request until the popup closes, in ms. */
const CLOSE_MS = 1500;

/** Whether the popup is still the one that has started the running backup. */
const $isStarting = atom(false);

const form = createForm({
  initial: { name: '' },
  save: ({ name }, { signal }) => createBackup(name, { signal }),
  labelOf: () => CREATE_TEXTS.name,
  onError: (thrown) => {
    // Without a response, the backend may still make the backup.
    void loadBackups();
    if ($isStarting.get()) return false;
    report(thrown, { labelOf: () => CREATE_TEXTS.name });
    return true;
  },
});

/** Closes the popup when the backup takes longer. Returns a function that stops this. */
function closeLater(): () => void {
  $isStarting.set(true);
  const timer = setTimeout(() => $isStarting.get() && closeCreate(), CLOSE_MS);
  const stop = $isCreateOpen.listen((isOpen) => {
    if (isOpen || !$isStarting.get()) return;
    $isStarting.set(false);
    addToast('info', CREATE_TEXTS.running);
  });
  return stopAll(() => clearTimeout(timer), stop);
}

/** The form of the popup 'Initialize new backup'. A running backup goes on when the popup closes. */
export const createBackupForm = {
  ...form,
  $isStarting,
  open: (): void => form.reset(),
  /** Starts a backup; false when the name is invalid, one is running already, or it failed. Reports errors. */
  start: async (): Promise<boolean> => {
    if (form.$isBusy.get()) {
      addToast('error', CREATE_TEXTS.alreadyStarted);
      return false;
    }
    if (!isBackupName(form.$values.get().name)) {
      form.setErrors({ name: CREATE_TEXTS.invalidName });
      return false;
    }
    const stopClosing = closeLater();
    const isCreated = await form.save();
    stopClosing();
    if (isCreated) {
      addToast('success', CREATE_TEXTS.created, { drawing: 'turtle' });
      if ($isStarting.get()) closeCreate();
      void loadBackups();
    }
    $isStarting.set(false);
    askHealth();
    return isCreated;
  },
};
