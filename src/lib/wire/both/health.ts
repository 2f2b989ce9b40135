/* Whether a backend is there, and what its answers to visitors tell of its line. */
import { isObject, members } from '#domain/app/lenient.ts';
import type { ApiRequest } from '#domain/backend/request.ts';
import type { Line } from '../choose.ts';

export const healthRequest: ApiRequest = { path: '/api/health' };

/** The line of who answers {@link healthRequest} to a guest; undefined for anything but PocketBase. No log has it as an error. */
export function lineOfHealth(answer: unknown): Line | undefined {
  const { code, data } = members(answer);
  if (code !== 200 || !isObject(data)) return undefined;
  // Administrators of newer ones are told, too, but with their own address.
  return Object.hasOwn(data, 'canBackup') && !Object.hasOwn(data, 'realIP') ? 'pb22' : 'pb23';
}

/** The backend's own dashboard, which no log has. A 0.22 without administrators redirects it to its installer. */
export const DASHBOARD_PATH = '/_/';
export const isInstaller = (url: string): boolean => url.includes('?installer');
