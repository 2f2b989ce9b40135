import { atPaths, type SettingFields } from '#domain/app/settings-fields.ts';
import { PROVIDER_KEYS } from '#domain/auth/providers.ts';
import type { Raw } from '#domain/backend/field.ts';
import type { SettingPath, Settings } from '#domain/backend/settings.ts';
import { LOG_SETTINGS } from '#domain/logs/settings.ts';
import { APPLICATION_FIELDS } from '#domain/settings/application.ts';
import { BACKUP_FIELDS } from '#domain/settings/backup-fields.ts';
import { MAIL_FIELDS } from '#domain/settings/mail.ts';
import { providerFields } from '#domain/settings/providers/fields.ts';
import { STORAGE_FIELDS } from '#domain/settings/storage.ts';
import { TOKEN_FIELDS } from '#domain/settings/tokens.ts';
import { PROGRAMS } from '#scripts/lib/lines.ts';
import { readSettings } from '#wire/setting-values.ts';
import { settingsRequest } from '#wire/settings.ts';
import type { AdminApi } from '../admin-api.ts';
import type { Backend } from '../backend.ts';

export { storeSettings } from '#scripts/lib/settings.ts';

/** The fields of all screens, by their paths. */
export const SETTING_FIELDS: SettingFields = {
  ...APPLICATION_FIELDS,
  ...MAIL_FIELDS,
  ...STORAGE_FIELDS,
  ...BACKUP_FIELDS,
  ...LOG_SETTINGS,
  ...TOKEN_FIELDS,
  ...Object.fromEntries(PROVIDER_KEYS.flatMap((key) => Object.entries(providerFields(key)))),
};

/** A stored secret, as a form has it. */
export const KEPT = { kept: 'set' } as const;

/** Settings as a backend has them. */
export const rawSettings = (json: object): Raw => json as Raw;

/** What settings say at these paths. */
export function settingsOf<Path extends SettingPath>(
  paths: readonly Path[],
  stored: Raw,
): Pick<Settings, Path> {
  const fields = Object.entries(SETTING_FIELDS).filter(([path]) => paths.includes(path as Path));
  return readSettings(Object.fromEntries(fields), stored) as unknown as Pick<Settings, Path>;
}

/** What a backend has stored. */
export const storedSettings = async <Path extends SettingPath>(
  api: AdminApi,
  paths: readonly Path[],
): Promise<Pick<Settings, Path>> => settingsOf(paths, await api.get<Raw>(settingsRequest.path));

/** The paths of a section with the members of `like`. */
export const pathsIn = (section: string, like: object): readonly SettingPath[] =>
  Object.keys(atPaths(section, like)) as SettingPath[];

/** What a backend's database has, with all secrets. */
export function settingsInDatabase<Path extends SettingPath>(
  { sql, line }: Pick<Backend, 'sql' | 'line'>,
  paths: readonly Path[],
): Pick<Settings, Path> {
  const { settingsKey } = PROGRAMS[line];
  const [row] = sql(`SELECT CAST(value AS TEXT) AS value FROM _params WHERE ${settingsKey} = 'settings'`);
  return settingsOf(paths, JSON.parse(String(row?.['value'])));
}
