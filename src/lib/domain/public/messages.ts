import type { ApiError } from '#domain/app/api-error.ts';
import { parseToken } from '#domain/auth/token.ts';

/** Users of an app can't check its backend, so the texts for administrators don't help. */
const NO_RESPONSE = 'No response. Check your connection, then try again.';
/** The backend or a server in front of it fails. */
const SERVER_FAILED = 'The server has a problem at the moment. Try again in a few minutes.';

/** The backend's own message, also when the collection of a token does not exist any more. */
export const INVALID_TOKEN = 'Invalid or expired token.';

/** For a user of an app; undefined when the error's own message fits. */
export function visitorMessage({ status }: Pick<ApiError, 'status'>): string | undefined {
  if (status === 0) return NO_RESPONSE;
  if (status === 404) return INVALID_TOKEN;
  return status >= 500 ? SERVER_FAILED : undefined;
}

/** By the clock of this device; `now` is in ms since 1970. */
export function isExpiredLink(token: string, now: number): boolean {
  const { exp = 0 } = parseToken(token) ?? {};
  return exp > 0 && exp * 1000 <= now;
}

export const EXPIRED_LINK = 'This link has expired. Request a new one in the app.';
const CUT_LINK =
  'This link is not complete. Open the whole link of the email, or request a new one in the app.';
const REFUSED_LINK = 'This link is no longer valid. Request a new one in the app.';

/** For a link that is not accepted; `now` is in ms since 1970. */
export function linkAdvice(token: string, now: number): string {
  if (!parseToken(token)?.collectionId) return CUT_LINK;
  return isExpiredLink(token, now) ? EXPIRED_LINK : REFUSED_LINK;
}
