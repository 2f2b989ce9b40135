import { type CallOptions, sendAndRead, sendRequest } from '#api/client.ts';
import { recordsPath } from '#api/path.ts';
import { arrayOf } from '#api/response.ts';
import { members, text } from '#domain/app/lenient.ts';

export interface ExternalAuth {
  readonly id: string;
  /** Key of the provider, e.g. `google`. */
  readonly provider: string;
  readonly providerId: string;
}

const sendMail =
  (action: string) =>
  async (collection: string, email: string, options: CallOptions = {}): Promise<void> => {
    const path = ['collections', collection, action];
    await sendRequest({ path, method: 'POST', body: { email } }, options);
  };

/** Requests a verification mail to a user; throws ApiError. */
export const sendVerificationMail = sendMail('request-verification');

/** Requests a password reset mail to a user; throws ApiError. */
export const sendPasswordResetMail = sendMail('request-password-reset');

/** The providers linked to a user; throws ApiError. */
export const listExternalAuths = (
  collection: string,
  recordId: string,
  options: CallOptions = {},
): Promise<ExternalAuth[]> =>
  sendAndRead({ path: recordsPath(collection, recordId, 'external-auths') }, options, (response) =>
    arrayOf(response).map((item) => {
      const { id, provider, providerId } = members(item);
      return { id: text(id), provider: text(provider), providerId: text(providerId) };
    }),
  );

/** Removes the link to a provider, even when the session ends meanwhile; throws ApiError. */
export async function unlinkExternalAuth(
  collection: string,
  recordId: string,
  provider: string,
  options: CallOptions = {},
): Promise<void> {
  const path = recordsPath(collection, recordId, 'external-auths', provider);
  await sendRequest({ path, method: 'DELETE' }, { ...options, outlivesSession: true });
}
