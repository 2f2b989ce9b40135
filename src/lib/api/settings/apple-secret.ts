import { type CallOptions, call } from '#api/client.ts';
import { textIn } from '#api/response.ts';
import type { AppleSecretInput } from '#domain/settings/providers/apple.ts';

/** Returns a new client secret for Apple, a signed JWT. Throws ApiError. */
export async function generateAppleSecret(input: AppleSecretInput, options: CallOptions): Promise<string> {
  const { clientId, teamId, keyId, privateKey, duration } = input;
  const body = { clientId, teamId, keyId, privateKey, duration };
  const path = '/api/settings/apple/generate-client-secret';
  return call(
    async (client, signal) => textIn(await client.send(path, { method: 'POST', body, signal }), 'secret'),
    options,
  );
}
