import { type CallOptions, sendAndRead } from '#api/client.ts';
import { unreadable } from '#api/response.ts';
import { isObject, type JsonObject } from '#domain/app/lenient.ts';
import { saveSettingsRequest, settingsRequest } from '#wire/settings.ts';

/** Checks that a response has the settings: an empty object would empty the fields of a form. */
function settingsOf(response: unknown, isWrite = false): JsonObject {
  if (isObject(response) && isObject(response['meta'])) return response;
  throw unreadable('', isWrite);
}

/** Loads all settings of the backend; secrets are masked. Throws ApiError. */
export const loadSettings = (options: CallOptions = {}): Promise<JsonObject> =>
  sendAndRead(settingsRequest, options, (response) => settingsOf(response));

/** Stores some of the settings, or of their members, and returns all of them as stored. Throws ApiError. */
export async function saveSettings(settings: JsonObject, options: CallOptions = {}): Promise<JsonObject> {
  return sendAndRead(saveSettingsRequest(settings), options, (response) => settingsOf(response, true));
}
