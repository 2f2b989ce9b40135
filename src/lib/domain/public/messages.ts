import type { ApiError } from '#domain/app/api-error.ts';

/** Shown when no response came. Users of an app can't check its backend, so the texts for administrators don't help. */
const NO_RESPONSE = 'No response. Check your connection, then try again.';
/** Shown when the backend or a server in front of it fails. */
const SERVER_FAILED = 'The server has a problem at the moment. Try again in a few minutes.';

/** The backend's own message, also shown when the collection of a token does not exist any more. */
export const INVALID_TOKEN = 'Invalid or expired token.';

/** The message of an error in words for a user of an app; undefined when the error's own message fits. */
export function visitorMessage({ status }: Pick<ApiError, 'status'>): string | undefined {
  if (status === 0) return NO_RESPONSE;
  if (status === 404) return INVALID_TOKEN;
  return status >= 500 ? SERVER_FAILED : undefined;
}
