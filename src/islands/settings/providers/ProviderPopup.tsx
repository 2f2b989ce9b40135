import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { closeByProps, lazyPanel } from '#components/feedback/lazy-part.tsx';
import { providerTitle } from '#domain/auth/providers.ts';
import { SettingsPopup } from '#islands/SettingsPopup.tsx';
import { closeProvider } from '#stores/app/popups.ts';
import { createProviderForm, type ProviderForm } from '#stores/settings/providers/form.ts';
import { ProviderFields } from './ProviderFields.tsx';

const AppleSecretPopup = lazyPanel(() => import('./AppleSecretPopup.tsx'), closeByProps);

/** Not inside the popup of the provider: its form would be submitted too. */
function SecretPopup({ form }: { readonly form: ProviderForm }) {
  const secretForm = useStore(form.$secretForm);
  return secretForm && <AppleSecretPopup form={secretForm} onClose={form.closeSecretForm} />;
}

export interface ProviderPopupProps {
  /** Key of the provider, such as `github`. */
  readonly provider: string;
}

/** The popup '{title} provider'. */
export default function ProviderPopup({ provider }: ProviderPopupProps) {
  const [form] = useState(() => createProviderForm(provider));
  return (
    <>
      <SettingsPopup
        form={form}
        title={`${providerTitle(provider)} provider`}
        size="md"
        closeLabel="Close"
        onClose={closeProvider}
      >
        <ProviderFields form={form} />
      </SettingsPopup>
      <SecretPopup form={form} />
    </>
  );
}
