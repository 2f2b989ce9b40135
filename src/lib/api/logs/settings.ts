import { type CallOptions, call } from '#api/client.ts';
import { flag, members } from '#domain/app/lenient.ts';
import type { LogSettings } from '#domain/logs/settings.ts';

const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

function parseSettings(settings: unknown): LogSettings {
  const { maxDays, minLevel, logIp } = members(members(settings)['logs']);
  return { logs: { maxDays: number(maxDays), minLevel: number(minLevel), logIp: flag(logIp) } };
}

/** Loads what the backend keeps in its log (LS-01); throws ApiError. */
export async function loadLogSettings(options: CallOptions = {}): Promise<LogSettings> {
  return parseSettings(await call((client, signal) => client.settings.getAll({ signal }), options));
}

/** Stores what the backend keeps in its log and returns the stored values (LS-04); throws ApiError. */
export async function saveLogSettings(
  settings: LogSettings,
  options: CallOptions = {},
): Promise<LogSettings> {
  return parseSettings(await call((client, signal) => client.settings.update(settings, { signal }), options));
}
