import { generateAppleSecret } from '#api/settings/apple-secret.ts';
import { APPLE_TEXTS, MAX_APPLE_DURATION } from '#domain/settings/providers/apple.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createForm } from '#stores/factories/create-form.ts';

interface AppleSecretOptions {
  /** Of the provider's form. */
  readonly clientId: string;
  readonly onGenerated: (clientId: string, secret: string) => void;
}

interface AppleSecretValues {
  readonly clientId: string;
  readonly teamId: string;
  readonly keyId: string;
  readonly duration: number | undefined;
  readonly privateKey: string;
}

/** Creates the form 'Generate Apple client secret'. No draft is kept: the private key is a secret. */
export function createAppleSecretForm({ clientId, onGenerated }: AppleSecretOptions) {
  const initial: AppleSecretValues = {
    clientId,
    teamId: '',
    keyId: '',
    duration: MAX_APPLE_DURATION,
    privateKey: '',
  };
  return createForm<AppleSecretValues>({
    initial,
    save: async (values, { signal }) => {
      const { duration = 0, privateKey } = values;
      const secret = await generateAppleSecret(
        { ...values, duration, privateKey: privateKey.trim() },
        { signal },
      );
      addToast('success', APPLE_TEXTS.generated);
      onGenerated(values.clientId, secret);
    },
  });
}

export type AppleSecretForm = ReturnType<typeof createAppleSecretForm>;
