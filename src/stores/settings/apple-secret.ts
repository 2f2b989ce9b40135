import { generateAppleSecret } from '#api/settings/apple-secret.ts';
import { APPLE_TEXTS, MAX_APPLE_DURATION } from '#domain/settings/providers/apple.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createForm } from '#stores/factories/create-form.ts';

/** Creates the form 'Generate Apple client secret'. No draft is kept: the private key is a secret. */
export function createAppleSecretForm(
  clientId: string,
  onGenerated: (clientId: string, secret: string) => void,
) {
  return createForm({
    initial: {
      clientId,
      teamId: '',
      keyId: '',
      duration: MAX_APPLE_DURATION as number | undefined,
      privateKey: '',
    },
    save: async (values, { signal }) => {
      const { duration = 0, privateKey } = values;
      const input = { ...values, duration, privateKey: privateKey.trim() };
      const secret = await generateAppleSecret(input, { signal });
      addToast('success', APPLE_TEXTS.generated);
      onGenerated(values.clientId, secret);
    },
  });
}

export type AppleSecretForm = ReturnType<typeof createAppleSecretForm>;
