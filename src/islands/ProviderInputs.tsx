import { type ReactNode, useId } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import { SecretInput } from '#components/form/SecretInput.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import type { Secret } from '#domain/backend/settings.ts';
import {
  type Endpoint,
  type EndpointSection,
  PROVIDER_TEXTS,
  providerOptions,
} from '#domain/settings/providers/options.ts';
import { redirectUrl } from '#stores/settings/redirect-url.ts';

/** What binds an input to a value. */
export interface Bound<Value> {
  readonly label: string;
  readonly name: string;
  readonly error: string | undefined;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Where this does not follow from what all need. */
  readonly required?: boolean;
}

type TextName = 'clientId' | 'displayName' | Endpoint;

export interface ProviderInputsProps {
  /** The key of the provider. */
  readonly provider: string;
  readonly text: (name: TextName) => Bound<string>;
  readonly secret: Bound<Secret> & { readonly help?: string };
  /** Whether what it needs has to be there. */
  readonly isRequired: boolean;
  /** The sections with addresses, by default that of its kind. */
  readonly section?: EndpointSection | undefined;
  /** What is said of the secret. */
  readonly secretAside?: ReactNode;
  readonly onGenerate: () => void;
  /** More inputs, before the address for the provider. */
  readonly children?: ReactNode;
}

interface EndpointsProps extends Pick<ProviderInputsProps, 'text' | 'isRequired'> {
  readonly section: EndpointSection;
}

function Endpoints({ section, text, isRequired }: EndpointsProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="mt-1 border-t border-base-300 pt-3">
      <h2 id={id} className="mb-1 font-medium">
        {section.title}
      </h2>
      {section.endpoints.map((name) => (
        <TextInput
          key={name}
          required={section.isRequired && isRequired}
          {...text(name)}
          type="url"
          mono
          help={section.examples?.[name] && `Eg. ${section.examples[name]}`}
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

/** The inputs of a provider of sign-in by OAuth2, wherever it is stored. */
export function ProviderInputs(props: ProviderInputsProps) {
  const { provider, text, secret, isRequired, secretAside, onGenerate, children } = props;
  const options = providerOptions(provider);
  const { isOpenId, generatesSecret, section = props.section } = options;
  return (
    <>
      <TextInput {...text('clientId')} autoComplete="off" required={isRequired} />
      <SecretInput {...secret} required={isRequired} aside={secretAside} />
      {generatesSecret && (
        <Button className="mb-3" icon="icon-[ri--key-line]" onClick={onGenerate}>
          Generate secret
        </Button>
      )}
      {isOpenId && <TextInput {...text('displayName')} required={isRequired} />}
      {section && <Endpoints section={section} text={text} isRequired={isRequired} />}
      {children}
      <RedirectUrl />
    </>
  );
}
