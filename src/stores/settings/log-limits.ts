import { loadSettings } from '#api/app/settings.ts';
import type { SettingValues } from '#domain/app/settings-fields.ts';
import { LOG_SETTINGS } from '#domain/logs/settings.ts';
import { createLoader } from '#stores/factories/create-loader.ts';
import { readSettings } from '#wire/setting-values.ts';

const loader = createLoader<SettingValues<typeof LOG_SETTINGS>>({
  request: async (signal) => readSettings(LOG_SETTINGS, await loadSettings({ signal })),
  keepsValue: true,
});

/** What the backend keeps in its log, for pages that read it. */
export const $logLimits = loader.$load;

/** Loads it again. */
export const loadLogLimits = loader.load;

/** Loads it. Returns a function that stops this. */
export function startLogLimits(): () => void {
  void loader.load();
  return loader.clear;
}
