import { loadLogSettings, saveLogSettings } from '#api/logs/settings.ts';
import { ownOf } from '#domain/app/own.ts';
import { type LogSettings, mergeSettings, SETTING_LABELS } from '#domain/logs/settings.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createForm } from '#stores/factories/create-form.ts';
import { refreshLogs } from './page.ts';
import { $isLogsSettingsOpen, closeLogsSettings } from './settings-open.ts';

type Name = keyof LogSettings['logs'] & string;

const form = createForm<LogSettings>({
  initial: { logs: { maxDays: undefined, minLevel: undefined, logIp: false } },
  load: (signal) => loadLogSettings({ signal }),
  save: async (values, { signal, sending }) => {
    const merged = mergeSettings(form.$base.get(), values, await loadLogSettings({ signal }));
    sending('Stopped waiting. The settings may still have been saved.');
    return saveLogSettings(merged, { signal });
  },
  isShown: (path) => Object.hasOwn(SETTING_LABELS, path),
  labelOf: (path) => ownOf<string>(SETTING_LABELS, path) ?? path,
});

/** Saves the settings and closes the popup (LS-04); true on success. Reports errors. */
async function save(): Promise<boolean> {
  if (!(await form.save())) return false;
  addToast('success', 'Successfully saved logs settings.');
  closeLogsSettings();
  void refreshLogs();
  return true;
}

/** The form of the popup 'Logs settings' (LS-01 to LS-06). */
export const logSettingsForm = { ...form, save };

/** Changes one value and clears its message. */
export function setLogSetting<N extends Name>(name: N, value: LogSettings['logs'][N]): void {
  form.edit(({ logs }) => ({ logs: { ...logs, [name]: value } }), `logs.${name}`);
}

/** Removes what was loaded and typed, so that the popup never opens with it. */
function forget() {
  if ($isLogsSettingsOpen.get()) return;
  form.reset();
  form.$state.set('busy');
}

/** Loads the stored settings; what was typed before is discarded (LS-06). Returns a function that stops this. */
export function startLogSettings(): () => void {
  const loaded = form.load();
  return () => {
    form.stop();
    void loaded.then(forget);
  };
}
