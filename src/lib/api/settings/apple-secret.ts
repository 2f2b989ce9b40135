import { type CallOptions, call } from '#api/client.ts';
import { text } from '#domain/app/lenient.ts';
import type { AppleSecretInput } from '#domain/settings/providers/apple.ts';

/** Returns a new client secret for Apple, a signed JWT (AP-15). Throws ApiError. */
export async function generateAppleSecret(input: AppleSecretInput, options: CallOptions): Promise<string> {
  const { clientId, teamId, keyId, privateKey, duration } = input;
  const response = await call(
    (client, signal) =>
      client.settings.generateAppleClientSecret(clientId, teamId, keyId, privateKey, duration, { signal }),
    options,
  );
  return text(response.secret);
}
