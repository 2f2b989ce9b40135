import { type CallOptions, sendRequest, toApiError } from '#api/client.ts';
import { apiPath } from '#api/path.ts';
import { RequestError } from '#api/request-error.ts';
import { parseToken } from '#domain/auth/token.ts';
import { INVALID_TOKEN } from '#domain/public/messages.ts';

/** The path of an action on the collection that a token names; throws as for a missing one if that can't be a path. */
function pathFor(token: string, action: string): string {
  try {
    return apiPath('collections', parseToken(token)?.collectionId ?? '', action);
  } catch {
    throw toApiError(new RequestError({ status: 404, response: { message: INVALID_TOKEN } }));
  }
}

/** Sends a token to the collection that it names. Does not end with the session of an administrator. */
async function confirm(
  action: string,
  body: { readonly token: string; readonly password?: string; readonly passwordConfirm?: string },
  options: CallOptions,
): Promise<void> {
  const path = pathFor(body.token, action);
  // The page of a user must not use the session of an administrator in the same browser.
  const request = { path, method: 'POST', body, headers: { Authorization: '' } } as const;
  await sendRequest(request, { ...options, outlivesSession: true });
}

/** Sets a new password with the token of a mail. Throws ApiError. */
export const confirmUserReset = (
  token: string,
  { password, passwordConfirm }: { readonly password: string; readonly passwordConfirm: string },
  options: CallOptions = {},
): Promise<void> => confirm('confirm-password-reset', { token, password, passwordConfirm }, options);

/** Confirms that the address of a mail belongs to its user. Throws ApiError. */
export const confirmUserVerification = (token: string, options: CallOptions = {}): Promise<void> =>
  confirm('confirm-verification', { token }, options);

/** Changes the address of a user to the one in the token. Throws ApiError. */
export const confirmUserEmailChange = (
  token: string,
  { password }: { readonly password: string },
  options: CallOptions = {},
): Promise<void> => confirm('confirm-email-change', { token, password }, options);
