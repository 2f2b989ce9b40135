import { type CallOptions, call } from '#api/client.ts';
import { ApiError } from '#domain/app/api-error.ts';
import { isObject, type JsonObject } from '#domain/app/is-object.ts';

/**
 * Checks that a response has the settings. The client turns a page of a proxy and a response that was cut into an empty
 * object, which would empty the fields of a form.
 */
function settingsOf(response: unknown, hint = ''): JsonObject {
  if (isObject(response) && isObject(response['meta'])) return response;
  const message = `The response does not contain the settings.${hint}`;
  throw new ApiError({
    url: '',
    status: 200,
    body: { code: 200, message, data: {} },
    isAbort: false,
    message,
  });
}

/** Loads all settings of the backend (API-02); secrets are masked. Throws ApiError. */
export async function loadSettings(options: CallOptions = {}): Promise<JsonObject> {
  return call(async (client, signal) => settingsOf(await client.settings.getAll({ signal })), options);
}

/**
 * Stores some of the settings and returns all of them as stored (API-02); a section may contain some of its members.
 * Throws ApiError.
 */
export async function saveSettings(settings: JsonObject, options: CallOptions = {}): Promise<JsonObject> {
  return call(
    async (client, signal) =>
      settingsOf(
        await client.settings.update({ ...settings }, { signal }),
        ' Your changes may still have been saved.',
      ),
    options,
  );
}
