import '#wire/both-lines.ts';
import type { Raw } from '#domain/backend/field.ts';
import type { Settings } from '#domain/backend/settings.ts';
import { settingsBody } from '#wire/save-settings.ts';
import { settingsRequest } from '#wire/settings.ts';
import type { AdminApi } from './admin-api.ts';

/** Stores settings; those not given stay. */
export async function storeSettings(api: AdminApi, values: Partial<Settings>): Promise<void> {
  const { path } = settingsRequest;
  await api.patch(path, settingsBody(values, await api.get<Raw>(path)));
}
