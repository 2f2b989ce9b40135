import { type CallOptions, sendRequest, toApiError } from '#api/client.ts';
import { apiPath } from '#api/path.ts';
import { RequestError } from '#api/request-error.ts';
import { parseToken } from '#domain/auth/token.ts';
import { INVALID_TOKEN } from '#domain/public/messages.ts';
import { confirmRequest } from '#wire/accounts.ts';

/** Sends a token to the collection that it names. Does not end with the session of an administrator. */
async function confirm(
  link: Parameters<typeof confirmRequest>[0],
  body: { readonly token: string; readonly password?: string; readonly passwordConfirm?: string },
  options: CallOptions,
): Promise<void> {
  const request = confirmRequest(link, parseToken(body.token)?.collectionId ?? '', body);
  try {
    if (typeof request.path !== 'string') apiPath(...request.path);
  } catch {
    // No collection has such a name.
    throw toApiError(new RequestError({ status: 404, response: { message: INVALID_TOKEN } }));
  }
  // The page of a user must not use the session of an administrator in the same browser.
  const sent = { ...request, headers: { Authorization: '' } };
  await sendRequest(sent, { ...options, outlivesSession: true });
}

/** Sets a new password with the token of a mail. Throws ApiError. */
export const confirmUserReset = (
  token: string,
  { password, passwordConfirm }: { readonly password: string; readonly passwordConfirm: string },
  options: CallOptions = {},
): Promise<void> => confirm('reset', { token, password, passwordConfirm }, options);

/** Confirms that the address of a mail belongs to its user. Throws ApiError. */
export const confirmUserVerification = (token: string, options: CallOptions = {}): Promise<void> =>
  confirm('verification', { token }, options);

/** Changes the address of a user to the one in the token. Throws ApiError. */
export const confirmUserEmailChange = (
  token: string,
  { password }: { readonly password: string },
  options: CallOptions = {},
): Promise<void> => confirm('email', { token, password }, options);
