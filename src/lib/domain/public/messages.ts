import type { ApiError } from '#domain/app/api-error.ts';

/** Shown when no response came. Users of an app can't check its backend, so the texts for administrators don't help. */
export const NO_RESPONSE = 'No response. Check your connection, then try again.';
/** Shown when the backend or a server in front of it fails. */
export const SERVER_FAILED = 'The server has a problem at the moment. Try again in a few minutes.';

/** The message of an error in words for a user of an app; undefined when the error's own message fits. */
export function visitorMessage({ status }: Pick<ApiError, 'status'>): string | undefined {
  if (status === 0) return NO_RESPONSE;
  return status >= 500 ? SERVER_FAILED : undefined;
}

/** Whether an error leaves open if the backend has done what was requested. */
export const isOutcomeUnknown = ({ status }: Pick<ApiError, 'status'>): boolean =>
  status === 0 || status >= 500;
