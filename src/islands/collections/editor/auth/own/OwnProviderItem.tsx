import { useState } from 'react';
import { Accordion } from '#components/elements/Accordion.tsx';
import { Button } from '#components/elements/Button.tsx';
import { ProviderLogo } from '#components/elements/ProviderLogo.tsx';
import { ErrorIndicator } from '#components/feedback/ErrorIndicator.tsx';
import { closeByProps, lazyPanel } from '#components/feedback/lazy-part.tsx';
import { Select } from '#components/form/Select.tsx';
import { Textarea } from '#components/form/Textarea.tsx';
import type { OwnProvider } from '#domain/backend/collection.ts';
import { isKept } from '#domain/backend/settings.ts';
import {
  changedProvider,
  extraText,
  isOpenId,
  OPEN_ID_NAMES,
  providerLabel,
  providerName,
  providersOf,
  typedExtra,
} from '#domain/collections/editor/own-providers.ts';
import { ProviderInputs } from '#islands/ProviderInputs.tsx';
import { type AppleSecretForm, createAppleSecretForm } from '#stores/settings/apple-secret.ts';
import type { OwnProps } from './own-options.ts';

const AppleSecretPopup = lazyPanel(() => import('#islands/AppleSecretPopup.tsx'), closeByProps);

const KEPT = { kept: 'unknown' } as const;

/** Null is the backend's choice. */
const PKCE = [
  { value: 'true', label: 'On' },
  { value: 'false', label: 'Off' },
] as const;

export interface OwnProviderItemProps extends OwnProps {
  readonly provider: OwnProvider;
  readonly at: number;
  readonly stored: readonly OwnProvider[];
  /** Why its secret has to be typed, if it was kept. */
  readonly needed: string | undefined;
  readonly group: string;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

type Change = (changes: Partial<OwnProvider>) => void;

/** What only this kind of collection has beside the inputs of every provider. */
function MoreInputs({ provider, at, errors, change }: OwnProviderItemProps & { readonly change: Change }) {
  const { name, pkce, extra } = provider;
  return (
    <>
      {isOpenId(name) && (
        <Select
          label="Name in the backend"
          required
          help="Accounts stay linked to the name: those of another one have to sign in anew."
          options={OPEN_ID_NAMES.map((value) => ({ value }))}
          value={name}
          error={errors[`providers.${at}.name`]}
          onChange={(next) => change({ name: next })}
        />
      )}
      <Select
        label={providerLabel('pkce')}
        placeholder="As PocketBase decides"
        options={PKCE}
        value={pkce === null ? '' : String(pkce)}
        error={errors[`providers.${at}.pkce`]}
        onChange={(value) => change({ pkce: value === '' ? null : value === 'true' })}
      />
      <Textarea
        label={`${providerLabel('extra')} (JSON)`}
        mono
        spellCheck={false}
        placeholder={isOpenId(name) ? '{ "jwksURL": "https://…", "issuers": ["https://…"] }' : '{}'}
        help={isOpenId(name) ? 'For user data from the ID token, without a user info URL.' : undefined}
        value={extraText(extra)}
        error={errors[`providers.${at}.extra`]}
        onChange={(typed) => change({ extra: typedExtra(typed) as OwnProvider['extra'] })}
      />
    </>
  );
}

const MORE_ENDPOINTS = {
  title: 'Other endpoints (optional)',
  endpoints: ['authUrl', 'tokenUrl', 'userInfoUrl'],
  isRequired: false,
} as const;

/** One provider of the collection. */
export function OwnProviderItem(props: OwnProviderItemProps) {
  const { provider, at, stored, needed, group, editor, errors, onMove, onRemove } = props;
  const { name, clientSecret } = provider;
  const [appleForm, setAppleForm] = useState<AppleSecretForm>();
  const providers = providersOf(props.options);
  const change: Change = (changes) => {
    const cleared = Object.keys(changes).map((part) => `auth.providers.${at}.${part}`);
    editor.edit((values) => changedProvider(values, at, changes), ...cleared);
  };
  const bound = (part: keyof OwnProvider) => ({
    label: providerLabel(part),
    name: `providers.${name}.${part}`,
    error: errors[`providers.${at}.${part}`],
  });
  const mustType = needed !== undefined && isKept(clientSecret);
  const canKeep = needed === undefined && !isKept(clientSecret) && stored.some((one) => one.name === name);
  const hasErrors = Object.keys(errors).some((path) => path.startsWith(`providers.${at}.`));
  return (
    <li data-provider={name}>
      <Accordion
        name={group}
        title={
          <span className="flex items-center gap-2">
            <span className="flex text-xl">
              <ProviderLogo provider={name} />
            </span>
            {providerName(name)}
          </span>
        }
        aside={
          <>
            {hasErrors && <ErrorIndicator />}
            {mustType && <span className="text-xs text-warning">Secret needed</span>}
          </>
        }
      >
        <ProviderInputs
          provider={name}
          text={(part) => ({
            ...bound(part),
            value: provider[part],
            // It may come from the ID token instead.
            ...(part === 'userInfoUrl' && { required: false }),
            onChange: (value: string) => change({ [part]: value }),
          })}
          secret={{
            ...bound('clientSecret'),
            ...(mustType && { help: needed }),
            ...(!mustType &&
              isKept(clientSecret) && { help: 'The stored one stays unless another one is typed.' }),
            value: mustType ? '' : clientSecret,
            onChange: (value) => change({ clientSecret: value }),
          }}
          secretAside={
            canKeep && (
              <Button
                variant="ghost"
                className="h-6 px-1.5 text-xs"
                onClick={() => change({ clientSecret: KEPT })}
              >
                Keep the stored one
              </Button>
            )
          }
          isRequired
          section={MORE_ENDPOINTS}
          onGenerate={() =>
            setAppleForm(
              createAppleSecretForm(provider.clientId, (clientId, secret) => {
                change({ clientId, clientSecret: secret });
                setAppleForm(undefined);
              }),
            )
          }
        >
          <MoreInputs {...props} change={change} />
        </ProviderInputs>
        <div className="mt-2 flex flex-wrap gap-2 border-t border-base-300 pt-2">
          {at > 0 && <Button onClick={() => onMove(at - 1)}>Move up</Button>}
          {at < providers.length - 1 && <Button onClick={() => onMove(at + 1)}>Move down</Button>}
          <Button className="text-error" icon="icon-[ri--delete-bin-7-line]" onClick={onRemove}>
            Remove
          </Button>
        </div>
      </Accordion>
      {appleForm && <AppleSecretPopup form={appleForm} onClose={() => setAppleForm(undefined)} />}
    </li>
  );
}
