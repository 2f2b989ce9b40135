import { ClientResponseError, type RecordService } from 'pocketbase';
import { type CallOptions, call, toApiError } from '#api/client.ts';
import { apiPath } from '#api/path.ts';
import { parseToken } from '#domain/auth/token.ts';
import { INVALID_TOKEN } from '#domain/public/messages.ts';

/** The page of a user must not use the session of an administrator in the same browser. */
const WITHOUT_SESSION = { Authorization: '' };

interface SendOptions {
  readonly signal: AbortSignal;
  readonly headers: Record<string, string>;
}

/** The collection that a token names; throws as for one that does not exist when it can't be part of an address. */
function collectionOf(token: string): string {
  const collection = parseToken(token)?.collectionId ?? '';
  try {
    apiPath('collections', collection);
    return collection;
  } catch {
    throw toApiError(new ClientResponseError({ status: 404, response: { message: INVALID_TOKEN } }));
  }
}

/** Runs a call on the collection that the token names. Does not end with the session of an administrator. */
async function confirm(
  token: string,
  run: (records: RecordService, options: SendOptions) => Promise<boolean>,
  options: CallOptions,
): Promise<void> {
  const collection = collectionOf(token);
  await call(
    (client, signal) => run(client.collection(collection), { signal, headers: { ...WITHOUT_SESSION } }),
    { ...options, outlivesSession: true },
  );
}

/** Sets a new password with the token of a mail. Throws ApiError. */
export const confirmUserReset = (
  token: string,
  { password, passwordConfirm }: { readonly password: string; readonly passwordConfirm: string },
  options: CallOptions = {},
): Promise<void> =>
  confirm(
    token,
    (records, send) => records.confirmPasswordReset(token, password, passwordConfirm, send),
    options,
  );

/** Confirms that the address of a mail belongs to its user. Throws ApiError. */
export const confirmUserVerification = (token: string, options: CallOptions = {}): Promise<void> =>
  confirm(token, (records, send) => records.confirmVerification(token, send), options);

/** Changes the address of a user to the one in the token. Throws ApiError. */
export const confirmUserEmailChange = (
  token: string,
  { password }: { readonly password: string },
  options: CallOptions = {},
): Promise<void> =>
  confirm(token, (records, send) => records.confirmEmailChange(token, password, send), options);
