/* Whether a backend is there, what it is, and whether it has an administrator. */
import { isObject, members } from '#domain/app/lenient.ts';
import type { ApiRequest } from '#domain/backend/request.ts';

export const healthRequest: ApiRequest = { path: '/api/health' };

/** {@link healthRequest} tells only administrators of 0.23 whether a backup can run. No version logs it as an error. */
export function isNewerHealth(answer: unknown): boolean {
  const { code, data } = members(answer);
  return code === 200 && isObject(data) && !Object.hasOwn(data, 'canBackup');
}
