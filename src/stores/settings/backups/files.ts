import { atom } from 'nanostores';
import { requestFileToken } from '#api/records/files.ts';
import { backupUrl, deleteBackup } from '#api/settings/backups.ts';
import { download } from '#browser/save-file.ts';
import { DELETE_LOSS, deletedText, deleteQuestion, missingText } from '#domain/settings/backups.ts';
import { confirm } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { $backups, loadBackups, storageSignal } from './list.ts';

export type FileAction = 'downloading' | 'deleting';

/** The running action of each backup, by its key. */
export const $fileActions = atom<ReadonlyMap<string, FileAction>>(new Map());

function setAction(key: string, action: FileAction | undefined): void {
  const actions = new Map($fileActions.get());
  if (action) actions.set(key, action);
  else actions.delete(key);
  $fileActions.set(actions);
}

async function runAction(key: string, name: FileAction, action: () => Promise<void>): Promise<void> {
  if ($fileActions.get().has(key)) return;
  setAction(key, name);
  try {
    await action();
  } catch (thrown) {
    report(thrown);
    // It may have been deleted elsewhere, or here and the response was lost.
    await loadBackups();
  } finally {
    setAction(key, undefined);
  }
}

function isGone(key: string): boolean {
  const list = $backups.get();
  return list.state === 'ready' && !list.value.some((backup) => backup.key === key);
}

/** Downloads with a fresh file token. Loads the list meanwhile: browsers tell nothing of a refusal. Reports errors. */
export async function downloadBackup(key: string): Promise<void> {
  await runAction(key, 'downloading', async () => {
    const [token] = await Promise.all([requestFileToken(), loadBackups()]);
    if (isGone(key)) addToast('error', missingText(key));
    else download(key, backupUrl(key, token));
  });
}

/** Asks, then deletes a backup. Reports errors. */
export async function removeBackup(key: string): Promise<void> {
  if (!(await confirm(deleteQuestion(key), { signal: storageSignal(), loss: DELETE_LOSS }))) return;
  await runAction(key, 'deleting', async () => {
    await deleteBackup(key);
    addToast('success', deletedText(key));
    await loadBackups();
  });
}
