import { sendSettings } from '#api/app/settings.ts';
import { type CallOptions, toApiError } from '#api/client.ts';
import { ApiError, isRefusal } from '#domain/app/api-error.ts';
import type { Raw } from '#domain/backend/field.ts';
import type { SettingPath, Settings } from '#domain/backend/settings.ts';
import { settingPathOf, settingsBody } from '#wire/setting-values.ts';

/** Stores what differs from the stored settings, and returns all. Throws ApiError, with messages by these paths. */
export async function saveSettings(
  values: Partial<Settings>,
  stored: Raw,
  options: CallOptions = {},
): Promise<Raw> {
  try {
    return await sendSettings(settingsBody(values, stored), options);
  } catch (thrown) {
    const error = toApiError(thrown);
    if (!isRefusal(error)) throw error;
    const paths = Object.keys(values) as SettingPath[];
    const problems = error.problems.map((one) => ({
      ...one,
      path: settingPathOf(paths, one.path) ?? one.path,
    }));
    throw new ApiError({ ...error, message: error.message, problems });
  }
}
