import { atom, computed } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { restoreBackup } from '#api/settings/backups.ts';
import { isOutcomeUnknown } from '#domain/app/api-error.ts';
import { confirmOnProduction } from '#stores/app/confirm-production.ts';
import { reloadPage } from '#stores/app/reload-page.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { $canBackup, checkHealth } from './list.ts';
import { $restore, rememberRestore } from './restore-open.ts';

/** Time after the response until the page reloads, in ms. */
const RELOAD_MS = 2000;
/** Time between two requests while the backend restarts, in ms. */
const RETRY_MS = 500;
/** After this time, the popup says what the last request has found, in ms. */
const OVERDUE_MS = 180_000;
const STILL_BUSY =
  'The backend responds, but is still restoring, which takes long for a large backup. This page still reloads at the end.';
const STILL_SILENT =
  'The backend does not respond. Check that it is running: this page still reloads as soon as it responds.';

const RESTORE_LOSS = 'Everything that was stored since this backup will be lost.';

const MAY_BE_RESTORED =
  'The backup may still be restored. Then this page shows old data until you reload it.';

/** The typed name of the backup. */
export const $restoreName = atom('');

/** Whether the typed name is exactly that of the backup, and nothing else is being made or restored. */
export const $canRestore = computed(
  [$restore, $restoreName, $canBackup],
  (restore, name, canBackup) =>
    restore?.state === 'asking' && canBackup && name !== '' && name === restore.key,
);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the backend has restored a backup: it reads all of it, restarts, and then responds again. */
async function waitForBackend(onOverdue: (note: string) => void): Promise<void> {
  const { signal } = new AbortController();
  const start = performance.now();
  await pause(RELOAD_MS);
  for (;;) {
    // What is restored may not have the session: who says so has restarted.
    const isReady = await checkHealth(signal).catch(
      (thrown) => toApiError(thrown).status === 401 || undefined,
    );
    if (isReady) return;
    if (performance.now() - start >= OVERDUE_MS) onOverdue(isReady === false ? STILL_BUSY : STILL_SILENT);
    await pause(RETRY_MS);
  }
}

/** Restores the backup of the popup, then reloads the page: after 2 s, or when the backend responds. Reports errors. */
export async function restore(): Promise<void> {
  const opened = $restore.get();
  if (!opened || !$canRestore.get()) return;
  const { key } = opened;
  const confirmed = confirmOnProduction(`Do you really want to restore ${key}?`, RESTORE_LOSS);
  if (confirmed && (!(await confirmed) || $restore.get() !== opened)) return;
  $restore.set({ key, state: 'sending' });
  try {
    await restoreBackup(key);
  } catch (thrown) {
    $restore.set({ key, state: 'asking' });
    if (isOutcomeUnknown(report(thrown))) addToast('warning', MAY_BE_RESTORED);
    return;
  }
  const wait = (note?: string) => $restore.set({ key, state: 'restarting', note });
  wait();
  await Promise.all([rememberRestore(key), waitForBackend(wait)]);
  reloadPage();
}
