import { type CallOptions, call } from '#api/client.ts';
import { isObject } from '#domain/app/is-object.ts';

/** The backend's settings that the shell uses. */
export interface AppSettings {
  readonly appName: string;
  /** Hides the controls that edit collections (SH-13). */
  readonly hideControls: boolean;
}

/** Loads the application settings (SH-12). */
export async function loadAppSettings(options: CallOptions = {}): Promise<AppSettings> {
  const settings = await call((client, signal) => client.settings.getAll({ signal }), options);
  const from = isObject(settings['meta']) ? settings['meta'] : {};
  return {
    appName: typeof from['appName'] === 'string' ? from['appName'] : '',
    hideControls: from['hideControls'] === true,
  };
}
