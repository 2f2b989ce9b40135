import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { closeByProps, lazyPanel } from '#components/feedback/lazy-part.tsx';
import { Checkbox, Toggle } from '#components/form/ChoiceField.tsx';
import { providerTitle } from '#domain/auth/providers.ts';
import { type ProviderField, providerPath } from '#domain/settings/providers/fields.ts';
import { PROVIDER_TEXTS, providerOptions } from '#domain/settings/providers/options.ts';
import { ProviderInputs } from '#islands/ProviderInputs.tsx';
import { SettingsPopup } from '#islands/SettingsPopup.tsx';
import { useSettingFields } from '#islands/use-setting-fields.ts';
import { closeProvider } from '#stores/app/popups.ts';
import { createProviderForm, type ProviderForm } from '#stores/settings/providers/form.ts';

function ProviderFields({ form }: { readonly form: ProviderForm }) {
  const field = useSettingFields(form);
  const at = <Name extends ProviderField>(name: Name) => providerPath(form.key, name);
  const enabled = field.toggle(at('isEnabled'));
  const pkce = field.toggle(at('pkce'));
  return (
    <>
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <Toggle {...enabled} />
        <Button variant="ghost" className="-mr-3" onClick={form.clear}>
          Clear all fields
        </Button>
      </div>
      <ProviderInputs
        provider={form.key}
        text={(name) => field(at(name))}
        secret={field(at('clientSecret'))}
        isRequired={enabled.checked}
        onGenerate={form.openSecretForm}
      >
        {providerOptions(form.key).isOpenId && (
          <Checkbox {...pkce} checked={pkce.checked === true} info={PROVIDER_TEXTS.pkce} className="mb-2" />
        )}
      </ProviderInputs>
    </>
  );
}

const AppleSecretPopup = lazyPanel(() => import('#islands/AppleSecretPopup.tsx'), closeByProps);

/** Not inside the popup of the provider: its form would be submitted too. */
function SecretPopup({ form }: { readonly form: ProviderForm }) {
  const secretForm = useStore(form.$secretForm);
  return secretForm && <AppleSecretPopup form={secretForm} onClose={form.closeSecretForm} />;
}

export default function ProviderPopup({ provider }: { readonly provider: string }) {
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
