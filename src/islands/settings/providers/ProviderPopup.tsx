import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import { closeByProps, lazyPanel } from '#components/feedback/lazy-part.tsx';
import { Checkbox, Toggle } from '#components/form/ChoiceField.tsx';
import { SecretInput } from '#components/form/SecretInput.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { providerTitle } from '#domain/auth/providers.ts';
import { type ProviderField, providerPath } from '#domain/settings/providers/fields.ts';
import { type EndpointSection, PROVIDER_TEXTS, providerOptions } from '#domain/settings/providers/options.ts';
import { SettingsPopup } from '#islands/SettingsPopup.tsx';
import { useSettingFields } from '#islands/use-setting-fields.ts';
import { closeProvider } from '#stores/app/popups.ts';
import { createProviderForm, type ProviderForm, redirectUrl } from '#stores/settings/providers/form.ts';

interface EndpointsProps {
  readonly form: ProviderForm;
  readonly section: EndpointSection;
  readonly isEnabled: boolean;
}

function Endpoints({ form, section, isEnabled }: EndpointsProps) {
  const { title, endpoints, isRequired, examples } = section;
  const id = useId();
  const field = useSettingFields(form);
  return (
    <div role="group" aria-labelledby={id} className="mt-1 border-t border-base-300 pt-3">
      <h2 id={id} className="mb-1 font-medium">
        {title}
      </h2>
      {endpoints.map((name) => (
        <TextInput
          key={name}
          {...field(providerPath(form.key, name))}
          type="url"
          mono
          required={isRequired && isEnabled}
          help={examples?.[name] && `Eg. ${examples[name]}`}
        />
      ))}
    </div>
  );
}

/** The address to register at the provider. */
function RedirectUrl() {
  const url = redirectUrl();
  return (
    <div className="mt-1 border-t border-base-300 pt-3 text-xs text-muted">
      {PROVIDER_TEXTS.redirect}
      <div className="flex items-center gap-1">
        <code className="min-w-0 font-mono wrap-anywhere text-base-content">{url}</code>
        <CopyIcon value={url} label="Copy redirect URL" />
      </div>
    </div>
  );
}

function ProviderFields({ form }: { readonly form: ProviderForm }) {
  const field = useSettingFields(form);
  const at = <Name extends ProviderField>(name: Name) => providerPath(form.key, name);
  const { section, isOpenId, generatesSecret } = providerOptions(form.key);
  const enabled = field.toggle(at('isEnabled'));
  const pkce = field.toggle(at('pkce'));
  const required = enabled.checked;
  return (
    <>
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <Toggle {...enabled} />
        <Button variant="ghost" className="-mr-3" onClick={form.clear}>
          Clear all fields
        </Button>
      </div>
      <TextInput {...field(at('clientId'))} autoComplete="off" required={required} />
      <SecretInput {...field(at('clientSecret'))} required={required} />
      {generatesSecret && (
        <Button className="mb-3" icon="icon-[ri--key-line]" onClick={form.openSecretForm}>
          Generate secret
        </Button>
      )}
      {isOpenId && <TextInput {...field(at('displayName'))} required={required} />}
      {section && <Endpoints form={form} section={section} isEnabled={required} />}
      {isOpenId && (
        <Checkbox {...pkce} checked={pkce.checked === true} info={PROVIDER_TEXTS.pkce} className="mb-2" />
      )}
      <RedirectUrl />
    </>
  );
}

const AppleSecretPopup = lazyPanel(() => import('./AppleSecretPopup.tsx'), closeByProps);

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
