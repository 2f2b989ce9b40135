import { type CallOptions, sendAndRead } from '#api/client.ts';
import { unreadable } from '#api/response.ts';
import type { JsonObject } from '#domain/app/lenient.ts';
import type { Raw } from '#domain/backend/field.ts';
import { saveSettingsRequest, settingsIn, settingsRequest } from '#wire/settings.ts';

function readable(response: unknown, isWrite = false): Raw {
  const stored = settingsIn(response);
  if (stored) return stored;
  throw unreadable('', isWrite);
}

/** Loads all settings of the backend. Throws ApiError. */
export const loadSettings = (options: CallOptions = {}): Promise<Raw> =>
  sendAndRead(settingsRequest, options, (response) => readable(response));

/** Stores values by the backend's own names; what is left out stays. Returns all settings. Throws ApiError. */
export async function sendSettings(body: JsonObject, options: CallOptions = {}): Promise<Raw> {
  return sendAndRead(saveSettingsRequest(body), options, (response) => readable(response, true));
}
