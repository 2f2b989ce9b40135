import { sendSettings } from '#api/app/settings.ts';
import { type CallOptions, toApiError } from '#api/client.ts';
import { ApiError, isRefusal } from '#domain/app/api-error.ts';
import type { SettingFields } from '#domain/app/settings-fields.ts';
import type { Raw } from '#domain/backend/field.ts';
import type { Settings } from '#domain/backend/settings.ts';
import { settingsBody } from '#wire/save-settings.ts';
import { settingPathOf } from '#wire/setting-values.ts';

/** Stores the values of these fields, and returns all settings. Throws ApiError, with messages by their paths. */
export async function saveSettings(
  fields: SettingFields,
  values: Partial<Settings>,
  stored: Raw,
  options: CallOptions = {},
): Promise<Raw> {
  try {
    return await sendSettings(settingsBody(values, stored, fields), options);
  } catch (thrown) {
    const error = toApiError(thrown);
    if (!isRefusal(error)) throw error;
    const paths = Object.keys(values);
    const problems = error.problems.map((one) => ({
      ...one,
      path: settingPathOf(paths, one.path) ?? one.path,
    }));
    throw new ApiError({ ...error, message: error.message, problems });
  }
}
