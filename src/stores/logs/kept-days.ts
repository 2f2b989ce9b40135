import { loadSettings, saveSettings } from '#api/app/settings.ts';
import { readStored, store } from '#browser/storage.ts';
import { members } from '#domain/app/lenient.ts';
import { LOG_DAYS_KEY } from '#domain/app/storage-keys.ts';
import { parseLoweredDays } from '#domain/logs/deletion.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';

/** 'Max days retention' of the backend; throws ApiError. */
export const storedDays = async (): Promise<number | undefined> => {
  const { maxDays } = members(members(await loadSettings())['logs']);
  return typeof maxDays === 'number' ? maxDays : undefined;
};
/** Sets 'Max days retention'; the backend deletes older entries at once. Throws ApiError. */
export const setDays = (maxDays: number) => saveSettings({ logs: { maxDays } });

/**
 * Sets 'Max days retention' back after a deletion, also one that a crash or a lost connection has interrupted: until
 * then, this device remembers it. Another value than that of the deletion was set by somebody since, and stays. Reports
 * errors; false while the lowered value stays.
 */
export async function restoreDays(): Promise<boolean> {
  const lowered = parseLoweredDays(readStored(LOG_DAYS_KEY));
  if (!lowered) return true;
  try {
    if ((await storedDays()) === lowered.to) await setDays(lowered.from);
    store(LOG_DAYS_KEY, undefined);
    return true;
  } catch (error) {
    report(error);
    addToast(
      'warning',
      `“Max days retention” is still ${lowered.to} in place of ${lowered.from}. Atoll sets it back as soon as the logs can be loaded again.`,
    );
    return false;
  }
}
