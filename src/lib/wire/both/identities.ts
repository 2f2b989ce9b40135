/* What tokens and answers tell of who is signed in, and of the line of the backend. */
import { type JsonObject, members, text } from '#domain/app/lenient.ts';
import { readClaims } from '#domain/auth/token.ts';
import type { Line } from '../choose.ts';

/** Every newer backend has this collection of administrators, under this id. */
export const SUPERUSERS_ID = 'pbc_3142635823';

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

/** What was answered with a session: its token, if there is one, and the member with who is signed in. */
export const sessionIn = (
  answer: unknown,
  member: string,
): { readonly token: string | undefined; readonly model: unknown } => ({
  token: text(members(answer)['token']) || undefined,
  model: members(answer)[member],
});
