/* The requests for settings, and what pages, lists and cards show of them: `setting-values.ts` has all that forms need. */
import { flag, isObject, members, ownOf, text } from '#domain/app/lenient.ts';
import type { Raw } from '#domain/backend/field.ts';
import type { ApiRequest, BackendRequest } from '#domain/backend/request.ts';
import type { AppSettings, CheckedSettings } from '#domain/backend/settings.ts';

export const settingsRequest: ApiRequest = { path: '/api/settings' };

/** The settings as they are stored; undefined for any other answer: an empty object would empty the fields of a form. */
export const settingsIn = (answer: unknown): Raw | undefined =>
  isObject(answer) && isObject(answer['meta']) ? (answer as unknown as Raw) : undefined;

export function readAppSettings(stored: Raw): AppSettings {
  const { meta, logs } = members(stored);
  const { appName, hideControls } = members(meta);
  return {
    name: text(appName),
    hidesControls: flag(hideControls),
    isLogOff: members(logs)['maxDays'] === 0,
  };
}

/** Stores some of the settings. */
export const saveSettingsRequest = (settings: object): BackendRequest => ({
  ...settingsRequest,
  method: 'PATCH',
  body: settings,
});

export function readChecked(stored: Raw): CheckedSettings {
  const { meta, smtp } = members(stored);
  const { appUrl, senderAddress } = members(meta);
  return {
    'application.url': text(appUrl),
    'mail.sender.address': text(senderAddress),
    'smtp.isEnabled': flag(members(smtp)['enabled']),
  };
}

/** The schedule of the automatic backups, a cron expression; '' for none. */
export const readSchedule = (stored: Raw): string => text(members(members(stored)['backups'])['cron']);

export const isProviderEnabled = (stored: Raw, key: string): boolean =>
  flag(members(ownOf(members(stored), `${key}Auth`))['enabled']);
