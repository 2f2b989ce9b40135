import type { JsonObject } from './is-object.ts';
import { flag, members, text } from './lenient.ts';

/** The backend's settings that the shell uses. */
export interface AppSettings {
  readonly appName: string;
  /** Hides the controls that edit collections. */
  readonly hideControls: boolean;
}

/** Reads what the shell uses of the backend's settings. */
export function parseAppSettings(settings: JsonObject): AppSettings {
  const { appName, hideControls } = members(settings['meta']);
  return { appName: text(appName), hideControls: flag(hideControls) };
}
