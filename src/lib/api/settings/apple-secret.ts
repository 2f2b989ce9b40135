import { type CallOptions, sendAndRead } from '#api/client.ts';
import { textIn } from '#api/response.ts';
import type { AppleSecretInput } from '#domain/settings/providers/apple.ts';

/** Returns a new client secret for Apple, a signed JWT. Throws ApiError. */
export async function generateAppleSecret(input: AppleSecretInput, options: CallOptions): Promise<string> {
  const { clientId, teamId, keyId, privateKey, duration } = input;
  const body = { clientId, teamId, keyId, privateKey, duration };
  const request = { path: '/api/settings/apple/generate-client-secret', method: 'POST', body } as const;
  return sendAndRead(request, options, (response) => textIn(response, 'secret'));
}
