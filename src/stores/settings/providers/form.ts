import { atom } from 'nanostores';
import {
  clearedProvider,
  providerFields,
  providerPath,
  withEnabled,
  withSuggestions,
} from '#domain/settings/providers/fields.ts';
import { PROVIDER_TEXTS } from '#domain/settings/providers/options.ts';
import { $openProvider, closeProvider } from '#stores/app/popups.ts';
import { createSettingsForm } from '#stores/factories/create-settings-form.ts';
import { type AppleSecretForm, createAppleSecretForm } from '../apple-secret.ts';
import { loadProviders, showEnabled } from './list.ts';

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
