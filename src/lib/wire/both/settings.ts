/* The requests for settings, with what each page reads of them: see collection-requests.ts. */
import { flag, isObject, members, text } from '#domain/app/lenient.ts';
import type { Raw } from '#domain/backend/field.ts';
import type { ApiRequest, BackendRequest } from '#domain/backend/request.ts';
import type { AppSettings } from '#domain/backend/settings.ts';
import { byLine, wire } from '../choose.ts';

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
    // These are read before the wire is there.
    atLeast: byLine(undefined, () => wire().leastWith(stored)),
  };
}

/** Stores some of the settings. */
export const saveSettingsRequest = (settings: object): BackendRequest => ({
  ...settingsRequest,
  method: 'PATCH',
  body: settings,
});
