import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import { backendNow } from '#api/clock.ts';
import { countLogs } from '#api/logs/logs.ts';
import { store } from '#browser/storage.ts';
import { LOG_DAYS_KEY } from '#domain/app/storage-keys.ts';
import { deletedFilter, type LogLimits, logsText, stricterLimits } from '#domain/logs/deletion.ts';
import { confirmOnProduction } from '#stores/app/confirm-production.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { warnOnUnload } from '#stores/app/unsaved.ts';
import { createLatest } from '#stores/base/latest.ts';
import { stopAll } from '#stores/base/stop-all.ts';
import { createPopup } from '#stores/factories/create-popup.ts';
import { restoreDays, setDays, storedDays } from './kept-days.ts';
import { refreshLogs } from './page.ts';
import { logSettingsForm } from './settings.ts';

/** Time without another change before the entries are counted, in ms. */
const PAUSE = 300;

/** A number of entries: unknown while it is counted, or when that failed. */
type Count = number | 'busy' | 'failed';

/** Counts the entries that given limits would delete, while it is used; undefined without limits. */
function createCount($limits: ReadableAtom<LogLimits | undefined>): ReadableAtom<Count | undefined> {
  const $count = atom<Count | undefined>(undefined);
  onMount($count, () => {
    const counting = createLatest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = async (limits: LogLimits) => {
      const signal = counting.begin();
      const found = await countLogs(deletedFilter(limits, new Date(backendNow())), { signal }).catch(
        () => 'failed' as const,
      );
      if (!signal.aborted) $count.set(found);
    };
    const stop = $limits.subscribe((limits) => {
      clearTimeout(timer);
      counting.abort();
      $count.set(limits && 'busy');
      if (limits) timer = setTimeout(() => void count(limits), PAUSE);
    });
    return stopAll(stop, () => clearTimeout(timer), counting.abort);
  });
  return $count;
}

const limitsOf = (values: ReturnType<typeof logSettingsForm.$values.get>): LogLimits => ({
  maxDays: values['logs.maxDays'],
  minLevel: values['logs.minLevel'],
});

/** How many stored entries a save of the typed log settings would delete; undefined if it keeps all. */
export const $lostBySettings = createCount(
  computed([logSettingsForm.$base, logSettingsForm.$values], (base, values) =>
    stricterLimits(limitsOf(base), limitsOf(values)),
  ),
);

const popup = createPopup(false);
/** Whether the popup 'Delete logs' is open. */
export const $isDeletionOpen = popup.$content;
export const openDeletion = (): void => popup.open(true);
export const closeDeletion = popup.close;

/** Entries older than this number of days are to be deleted; 0 means all. Undefined is no valid number. */
export const $olderThan = atom<number | undefined>(undefined);
/** How many entries that are. */
export const $olderCount = createCount(
  computed($olderThan, (maxDays) =>
    maxDays !== undefined && Number.isInteger(maxDays) && maxDays >= 0 ? { maxDays } : undefined,
  ),
);
/** Whether entries are being deleted. */
export const $isDeleting = atom(false);

/**
 * Deletes the entries older than {@link $olderThan} and closes the popup. The backend has no call for that, but it
 * deletes what its settings no longer keep: 'Max days retention' is lowered and set back. Reports errors.
 */
export async function deleteLogs(): Promise<void> {
  const [to, count] = [$olderThan.get(), $olderCount.get()];
  if (to === undefined || typeof count !== 'number' || $isDeleting.get()) return;
  const confirmed = confirmOnProduction('Do you really want to delete logs?', `${logsText(count)}.`);
  if (confirmed && (!(await confirmed) || $isDeleting.get() || !$isDeletionOpen.get())) return;
  $isDeleting.set(true);
  const stopWarning = warnOnUnload(() => true);
  try {
    // Another deletion would remember the lowered value instead of the one to set back.
    if (!(await restoreDays())) return;
    const from = await storedDays();
    if (from === undefined || from <= to) {
      addToast('info', 'No logs were deleted: the log settings keep no older ones.');
    } else if (!store(LOG_DAYS_KEY, JSON.stringify({ from, to }))) {
      addToast('error', 'No logs were deleted: this browser can’t remember the setting meanwhile.');
    } else {
      await setDays(to).finally(restoreDays);
      addToast('success', `Successfully deleted ${logsText(count)}.`);
    }
    closeDeletion();
  } catch (error) {
    report(error);
  } finally {
    stopWarning();
    $isDeleting.set(false);
  }
  await refreshLogs();
}
