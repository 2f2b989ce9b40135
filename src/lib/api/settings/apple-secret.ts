import { type CallOptions, sendAndRead } from '#api/client.ts';
import { readable } from '#api/response.ts';
import type { AppleSecretInput } from '#domain/settings/providers/apple.ts';
import { appleSecretRequest, readAppleSecret } from '#wire/setting-values.ts';

/** Returns a new client secret for Apple, a signed JWT. Throws ApiError. */
export async function generateAppleSecret(input: AppleSecretInput, options: CallOptions): Promise<string> {
  const { clientId, teamId, keyId, privateKey, duration } = input;
  const request = appleSecretRequest({ clientId, teamId, keyId, privateKey, duration });
  return sendAndRead(request, options, (response) => readable(readAppleSecret(response)));
}
