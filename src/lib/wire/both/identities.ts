/* Whether a backend is there, and what its answers tell of its line. */
import { isObject, type JsonObject, members, text } from '#domain/app/lenient.ts';
import { readClaims } from '#domain/auth/token.ts';
import type { ApiRequest } from '#domain/backend/request.ts';
import type { Line } from '../choose.ts';
import { textIn } from './answers.ts';

export const healthRequest: ApiRequest = { path: '/api/health' };

/** The line of who answers {@link healthRequest} to a guest; undefined for anything but PocketBase. No log has it as an error. */
export function lineOfHealth(answer: unknown): Line | undefined {
  const { code, data } = members(answer);
  if (code !== 200 || !isObject(data)) return undefined;
  // Administrators of newer ones are told, too, but with their own address.
  return Object.hasOwn(data, 'canBackup') && !Object.hasOwn(data, 'realIP') ? 'pb22' : 'pb23';
}

/** Every newer backend has this collection of administrators, under this id. */
const SUPERUSERS_ID = 'pbc_3142635823';

/** The line of the backend that has made the session of an administrator, also of one that is over; undefined for any other token. */
export function lineOfToken(token: string): Line | undefined {
  const { type, collectionId }: JsonObject = Object(readClaims(token));
  if (type === 'admin') return 'pb22';
  return type === 'auth' && collectionId === SUPERUSERS_ID ? 'pb23' : undefined;
}

/** @param now in ms since 1970 */
export function isValidAt(token: string, now: number): boolean {
  const { exp }: JsonObject = Object(readClaims(token));
  return typeof exp === 'number' && exp * 1000 > now;
}

/** Whether a session can be renewed: one that was made for a program can't. */
export const isRenewable = (token: string): boolean =>
  (Object(readClaims(token)) as JsonObject)['refreshable'] !== false;

/** Whether a token of a mail is for an administrator, though its address is that for users. */
export function isAdminsReset(token: string): boolean {
  const { type, collectionId }: JsonObject = Object(readClaims(token));
  return type === 'passwordReset' && collectionId === SUPERUSERS_ID;
}

/** The id of the step that a right password has begun, in the refusal of a sign-in; undefined in any other one. */
export const stepIn = (refusal: unknown): string | undefined => textIn(refusal, 'mfaId');

/** What was answered with a session: its token, if there is one, and the member with who is signed in. */
export const sessionIn = (
  answer: unknown,
  member: string,
): { readonly token: string | undefined; readonly model: unknown } => ({
  token: text(members(answer)['token']) || undefined,
  model: members(answer)[member],
});

/** The backend's own dashboard, which no log has. A 0.22 without administrators redirects it to its installer. */
export const DASHBOARD_PATH = '/_/';
export const isInstaller = (url: string): boolean => url.includes('?installer');
