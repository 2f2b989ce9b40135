import { LOG_SETTINGS } from '#domain/logs/settings.ts';
import { closeLogsPopup } from '#stores/app/popups.ts';
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
