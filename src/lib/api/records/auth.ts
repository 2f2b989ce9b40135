import { call } from '#api/client.ts';

/** A provider that a user signs in with (spec 2 §3). */
export interface ExternalAuth {
  readonly id: string;
  /** Key of the provider, e.g. `google`. */
  readonly provider: string;
  /** The user's id at the provider. */
  readonly providerId: string;
}

/** Has a verification mail sent (RP-14); throws ApiError. */
export async function sendVerificationMail(collection: string, email: string): Promise<void> {
  await call((client) => client.collection(collection).requestVerification(email));
}

/** Has a password reset mail sent (RP-15); throws ApiError. */
export async function sendPasswordResetMail(collection: string, email: string): Promise<void> {
  await call((client) => client.collection(collection).requestPasswordReset(email));
}

/** The providers linked to a user (RP-17); throws ApiError. */
export async function listExternalAuths(collection: string, recordId: string): Promise<ExternalAuth[]> {
  const found = await call((client) =>
    client.collection(collection).listExternalAuths(recordId, { requestKey: null }),
  );
  return found.map(({ id, provider, providerId }) => ({
    id: String(id),
    provider: String(provider),
    providerId: String(providerId),
  }));
}

/** Removes the link to a provider (RP-18); throws ApiError. */
export async function unlinkExternalAuth(
  collection: string,
  recordId: string,
  provider: string,
): Promise<void> {
  await call((client) =>
    client.collection(collection).unlinkExternalAuth(recordId, provider, { requestKey: null }),
  );
}
