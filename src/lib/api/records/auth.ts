import { type CallOptions, call } from '#api/client.ts';
import { apiPath, recordsPath } from '#api/path.ts';
import { arrayOf } from '#api/response.ts';
import { list, members, text } from '#domain/app/lenient.ts';

/** A provider that a user signs in with. */
export interface ExternalAuth {
  readonly id: string;
  /** Key of the provider, e.g. `google`. */
  readonly provider: string;
  /** The user's id at the provider. */
  readonly providerId: string;
}

const authsPath = (collection: string, recordId: string, ...provider: readonly string[]): string =>
  recordsPath(collection, recordId, 'external-auths', ...provider);

const sendMail =
  (action: string) =>
  async (collection: string, email: string, options: CallOptions = {}): Promise<void> => {
    const sent = { method: 'POST', body: { email } } as const;
    await call(
      (client, signal) => client.send(apiPath('collections', collection, action), { ...sent, signal }),
      options,
    );
  };

/** Requests a verification mail to a user; throws ApiError. */
export const sendVerificationMail = sendMail('request-verification');

/** Requests a password reset mail to a user; throws ApiError. */
export const sendPasswordResetMail = sendMail('request-password-reset');

/** The providers linked to a user; throws ApiError. */
export async function listExternalAuths(
  collection: string,
  recordId: string,
  options: CallOptions = {},
): Promise<ExternalAuth[]> {
  const found = await call(
    async (client, signal) => arrayOf(await client.send(authsPath(collection, recordId), { signal })),
    options,
  );
  return list(found, (item) => {
    const { id, provider, providerId } = members(item);
    return { id: text(id), provider: text(provider), providerId: text(providerId) };
  });
}

/** Removes the link to a provider, even when the session ends meanwhile; throws ApiError. */
export async function unlinkExternalAuth(
  collection: string,
  recordId: string,
  provider: string,
  options: CallOptions = {},
): Promise<void> {
  await call(
    (client, signal) => client.send(authsPath(collection, recordId, provider), { method: 'DELETE', signal }),
    { ...options, outlivesSession: true },
  );
}
