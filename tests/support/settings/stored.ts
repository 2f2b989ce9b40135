import type { Raw } from '#domain/backend/field.ts';
import type { SettingPath, Settings } from '#domain/backend/settings.ts';
import { readSettings, settingsBody } from '#wire/setting-values.ts';
import type { AdminApi } from '../admin-api.ts';

/** Settings as a backend has them. */
export const rawSettings = (json: object): Raw => json as Raw;

/** What a backend has stored, in Atoll's words. */
export const settingsOf = async <Path extends SettingPath>(
  api: AdminApi,
  ...paths: readonly Path[]
): Promise<Pick<Settings, Path>> => readSettings(paths, await api.get<Raw>('/api/settings'));

/** Stores settings without a form. */
export async function storeSettings(api: AdminApi, values: Partial<Settings>): Promise<void> {
  await api.patch('/api/settings', settingsBody(values, await api.get<Raw>('/api/settings')));
}
