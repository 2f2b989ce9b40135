import { isObject, members } from './lenient.ts';

/**
 * Whether a response to `GET /api/health` without a session comes from PocketBase 0.23 or newer, which says only to
 * administrators whether a backup can run. No version stores this request as an error in its log.
 */
export function isNewerHealth(body: unknown): boolean {
  const { code, data } = members(body);
  return code === 200 && isObject(data) && !Object.hasOwn(data, 'canBackup');
}
