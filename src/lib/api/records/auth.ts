import { type CallOptions, sendAndRead, sendRequest } from '#api/client.ts';
import { readable } from '#api/response.ts';
import type { ExternalAuth } from '#domain/backend/identity.ts';
import { linksRequest, readLinks, unlinkRequest, userMailRequest } from '#wire/accounts.ts';

const sendMail =
  (mail: Parameters<typeof userMailRequest>[0]) =>
  async (collection: string, email: string, options: CallOptions = {}): Promise<void> => {
    await sendRequest(userMailRequest(mail, collection, email), options);
  };

/** Requests a verification mail to a user; throws ApiError. */
export const sendVerificationMail = sendMail('verification');

/** Requests a password reset mail to a user; throws ApiError. */
export const sendPasswordResetMail = sendMail('reset');

/** The providers linked to a user; throws ApiError. */
export const listExternalAuths = (
  collection: string,
  recordId: string,
  options: CallOptions = {},
): Promise<readonly ExternalAuth[]> =>
  sendAndRead(linksRequest(collection, recordId), options, (response) => readable(readLinks(response)));

/** Removes the link to a provider, even when the session ends meanwhile; throws ApiError. */
export async function unlinkExternalAuth(
  collection: string,
  recordId: string,
  link: Pick<ExternalAuth, 'id' | 'provider'>,
  options: CallOptions = {},
): Promise<void> {
  const request = unlinkRequest(collection, recordId, link);
  await sendRequest(request, { ...options, outlivesSession: true });
}
