import { type CallOptions, call } from '#api/client.ts';
import { textIn } from '#api/response.ts';
import type { AppleSecretInput } from '#domain/settings/providers/apple.ts';

/** Returns a new client secret for Apple, a signed JWT. Throws ApiError. */
export async function generateAppleSecret(input: AppleSecretInput, options: CallOptions): Promise<string> {
  const { clientId, teamId, keyId, privateKey, duration } = input;
  return call(async (client, signal) => {
    const { settings } = client;
    const sent = { signal };
    return textIn(
      await settings.generateAppleClientSecret(clientId, teamId, keyId, privateKey, duration, sent),
      'secret',
    );
  }, options);
}
