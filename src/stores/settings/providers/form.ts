import { atom } from 'nanostores';
import { generateAppleSecret } from '#api/settings/apple-secret.ts';
import { backendUrl, publicAddress } from '#browser/backends.ts';
import { APPLE_TEXTS, MAX_APPLE_DURATION } from '#domain/settings/providers/apple.ts';
import {
  clearedProvider,
  providerFields,
  providerPath,
  withEnabled,
  withSuggestions,
} from '#domain/settings/providers/fields.ts';
import { PROVIDER_TEXTS } from '#domain/settings/providers/options.ts';
import { $openProvider, closeProvider } from '#stores/app/popups.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createForm } from '#stores/factories/create-form.ts';
import { createSettingsForm } from '#stores/factories/create-settings-form.ts';
import { OAUTH2_REDIRECT } from '#wire/setting-values.ts';
import { loadProviders, showEnabled } from './list.ts';

/** Creates the form 'Generate Apple client secret'. No draft is kept: the private key is a secret. */
function createAppleSecretForm(clientId: string, onGenerated: (clientId: string, secret: string) => void) {
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

/** Creates the form of a provider's popup. What was typed is discarded when it closes. */
export function createProviderForm(key: string) {
  const fields = providerFields(key);
  const enabledPath = providerPath(key, 'isEnabled');
  const clientIdPath = providerPath(key, 'clientId');
  const secretPath = providerPath(key, 'clientSecret');
  const form = createSettingsForm({
    draft: `provider_${key}`,
    fields,
    saved: PROVIDER_TEXTS.saved,
    isPage: false,
    baseOf: (stored) => withEnabled(key, stored),
    suggest: (base) => withSuggestions(key, base),
  });

  const $secretForm = atom<AppleSecretForm | undefined>(undefined);
  const closeSecretForm = () => $secretForm.set(undefined);

  const takeSecret = (clientId: string, secret: string) => {
    const generated = { [clientIdPath]: clientId, [secretPath]: secret };
    form.edit((values) => ({ ...values, ...generated }), clientIdPath, secretPath);
    closeSecretForm();
  };

  return {
    ...form,
    key,
    /** Saves the changes, shows the card in its group and closes the popup. True on success. */
    save: async (): Promise<boolean> => {
      const isSaved = await form.save();
      if (isSaved) {
        // As stored now, perhaps by another administrator. Without a client id, 'Enable' is only the default.
        const base = form.$base.get();
        showEnabled(key, base[enabledPath] === true && base[clientIdPath] !== '');
        if ($openProvider.get() === key) closeProvider();
      } else if ($openProvider.get() !== key) {
        // The popup was closed meanwhile, and the backend may have saved the changes.
        void loadProviders();
      }
      return isSaved;
    },
    /** Empties all fields and switches the provider off; nothing is saved yet. */
    clear: () => form.edit(() => clearedProvider(key), ...Object.keys(fields)),
    $secretForm,
    openSecretForm: () => {
      const clientId = form.$values.get()[clientIdPath] ?? '';
      $secretForm.set(createAppleSecretForm(clientId, takeSecret));
    },
    closeSecretForm,
  };
}

export type ProviderForm = ReturnType<typeof createProviderForm>;

/** The address to which a provider returns the browser when an app signs in with a client library. */
export const redirectUrl = (): string => new URL(OAUTH2_REDIRECT, publicAddress(backendUrl())).href;
