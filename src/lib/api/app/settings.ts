import { call } from '#api/client.ts';

/** The part of the backend's settings that the shell needs. */
export interface AppSettings {
  readonly appName: string;
  /** Hides what edits collections (SH-13). */
  readonly hideControls: boolean;
}

/** Loads the application settings (SH-12). */
export async function loadAppSettings(): Promise<AppSettings> {
  const settings = await call((client) => client.settings.getAll({ requestKey: 'app_settings' }));
  const meta: unknown = settings['meta'];
  const from = typeof meta === 'object' && meta !== null ? (meta as Record<string, unknown>) : {};
  return {
    appName: typeof from['appName'] === 'string' ? from['appName'] : '',
    hideControls: from['hideControls'] === true,
  };
}
