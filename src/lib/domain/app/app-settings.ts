import { flag, type JsonObject, members, text } from './lenient.ts';

export interface AppSettings {
  readonly appName: string;
  readonly hideControls: boolean;
  /** 'Max days retention' is 0. */
  readonly isLogOff: boolean;
}

/** Reads what the shell uses of the backend's settings. */
export function parseAppSettings(settings: JsonObject): AppSettings {
  const { appName, hideControls } = members(settings['meta']);
  const isLogOff = members(settings['logs'])['maxDays'] === 0;
  return { appName: text(appName), hideControls: flag(hideControls), isLogOff };
}
