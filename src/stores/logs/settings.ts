import { atom, computed, onMount } from 'nanostores';
import { backendNow } from '#api/clock.ts';
import { deleteLogs } from '#api/logs/delete-logs.ts';
import { countLogs } from '#api/logs/logs.ts';
import type { LogLimits } from '#domain/backend/settings.ts';
import { DELETE_TEXTS, deletedFilter, LOG_SETTINGS, stricterLimits } from '#domain/logs/settings.ts';
import { confirm } from '#stores/app/confirm.ts';
import { closeLogsPopup } from '#stores/app/popups.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { createSettingsForm } from '#stores/factories/create-settings-form.ts';
import { refreshLogs } from './page.ts';

const form = createSettingsForm({
  fields: LOG_SETTINGS,
  saved: 'Successfully saved logs settings.',
  isPage: false,
});

/** Saves the settings and closes the popup; true on success. Reports errors. */
async function save(): Promise<boolean> {
  if (!(await form.save())) return false;
  closeLogsPopup();
  void refreshLogs();
  return true;
}

/** The form of the popup 'Logs settings'. What was typed is discarded when it closes. */
export const logSettingsForm = { ...form, save };

/** Whether the log is being emptied. */
export const $isDeletingLogs = atom(false);

/** Deletes all entries after a question; reports errors. Only where the backend can. */
export async function deleteAllLogs(): Promise<void> {
  if (!(await confirm(DELETE_TEXTS.question, { loss: DELETE_TEXTS.loss }))) return;
  $isDeletingLogs.set(true);
  try {
    await deleteLogs();
    addToast('success', DELETE_TEXTS.done);
    void refreshLogs();
  } catch (thrown) {
    report(thrown);
  } finally {
    $isDeletingLogs.set(false);
  }
}

/** Time without another change before the entries are counted, in ms. */
const PAUSE = 300;

const limitsOf = (values: ReturnType<typeof logSettingsForm.$values.get>): LogLimits => ({
  days: values['logs.days'],
  minLevel: values['logs.minLevel'],
});

const $stricter = computed([logSettingsForm.$base, logSettingsForm.$values], (base, values) =>
  stricterLimits(limitsOf(base), limitsOf(values)),
);

/** How many entries a save of the typed settings would delete; undefined if it keeps all. Counts while used. */
export const $lostBySettings = atom<number | 'busy' | 'failed' | undefined>(undefined);

onMount($lostBySettings, () => {
  const counting = createLatest();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const count = async (limits: LogLimits) => {
    const signal = counting.begin();
    const found = await countLogs(deletedFilter(limits, new Date(backendNow())), { signal }).catch(
      () => 'failed' as const,
    );
    if (!signal.aborted) $lostBySettings.set(found);
  };
  const stop = $stricter.subscribe((limits) => {
    clearTimeout(timer);
    counting.abort();
    $lostBySettings.set(limits && 'busy');
    if (limits) timer = setTimeout(() => void count(limits), PAUSE);
  });
  return stopAll(stop, () => clearTimeout(timer), counting.abort);
});
