import { atPaths } from '#domain/app/settings-fields.ts';
import { mailForm } from '#stores/settings/mail.ts';
import type { AdminApi } from '#tests/support/admin-api.ts';
import { NO_SMTP } from '#tests/support/settings/defaults.ts';
import { storeSettings } from '#tests/support/settings/stored.ts';
import { until } from '../until.ts';

/** Settings of mail as in a new backend; the action URLs belong to the backend's own pages. */
export async function resetMail(api: AdminApi, original: object): Promise<void> {
  await api.patch('/api/settings', original);
  await storeSettings(api, atPaths('smtp', NO_SMTP));
}

/** Opens the page and waits for its values; returns a function that leaves it. */
export async function openMail(): Promise<() => void> {
  const stop = mailForm.start();
  await until(mailForm.$state, (state) => state === 'ready');
  return stop;
}
