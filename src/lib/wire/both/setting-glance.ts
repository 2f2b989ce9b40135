// chunks: glance
/* What lists and cards show of the settings, without the code of forms: first screens have no room for that. */
import { flag, members, ownOf, text } from '#domain/app/lenient.ts';
import type { Raw } from '#domain/backend/field.ts';
import type { CheckedSettings } from '#domain/backend/settings.ts';

export function readChecked(stored: Raw): CheckedSettings {
  const { meta, smtp } = members(stored);
  const { appUrl, appURL, senderAddress } = members(meta);
  return {
    'application.url': text(appURL ?? appUrl),
    'mail.sender.address': text(senderAddress),
    'smtp.isEnabled': flag(members(smtp)['enabled']),
  };
}

/** The schedule of the automatic backups, a cron expression; '' for none. */
export const readSchedule = (stored: Raw): string => text(members(members(stored)['backups'])['cron']);

export const isProviderEnabled = (stored: Raw, key: string): boolean =>
  flag(members(ownOf(members(stored), `${key}Auth`))['enabled']);
