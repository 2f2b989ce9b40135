import { isObject, members } from './lenient.ts';

/** `GET /api/health` tells only administrators of 0.23 whether a backup can run. No version logs it as an error. */
export function isNewerHealth(body: unknown): boolean {
  const { code, data } = members(body);
  return code === 200 && isObject(data) && !Object.hasOwn(data, 'canBackup');
}
