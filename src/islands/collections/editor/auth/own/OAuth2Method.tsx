import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState } from 'react';
import { Accordion } from '#components/elements/Accordion.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { Select } from '#components/form/Select.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { Dropdown } from '#components/overlay/Dropdown.tsx';
import { text } from '#domain/app/lenient.ts';
import { withFieldNames } from '#domain/collections/editor/own-auth.ts';
import {
  movedItem,
  neededSecrets,
  newProvider,
  providerName,
  providersOf,
} from '#domain/collections/editor/own-providers.ts';
import { useSlice } from '#islands/collections/editor/use-slice.ts';
import { can } from '#stores/app/capabilities.ts';
import { $knownProviders, loadKnownProviders } from '#stores/collections/editor/sign-in.ts';
import { Method } from '../Method.tsx';
import { OwnProviderItem } from './OwnProviderItem.tsx';
import type { OwnProps } from './own-options.ts';

const MAPPED = [
  ['mappedFields.name', 'Full name', ['text']],
  ['mappedFields.avatar', 'Avatar', ['text', 'url', 'file']],
  ['mappedFields.id', 'Id', ['text']],
  ['mappedFields.username', 'Username', ['text']],
] as const;

/** Which fields of a new account its provider fills. */
function MappedFields({ group, ...own }: OwnProps & { readonly group: string }) {
  const fields = useSlice(own.editor.$values, (values) => values.fields);
  const options = withFieldNames(own.options, fields);
  return (
    <Accordion title="Fields of new accounts (optional)" name={group}>
      <div className="grid gap-x-3 sm:grid-cols-2">
        {MAPPED.map(([path, label, types]) => {
          const value = text(options[path]);
          const fitting = fields
            .filter(
              ({ type, toDelete, name, builtIn }) =>
                !toDelete && !builtIn && name !== '' && types.some((one) => one === type),
            )
            .map(({ name }) => name);
          return (
            <Select
              key={path}
              label={`${label} goes to`}
              placeholder="No field"
              emptyText="No field of a fitting type."
              options={[...new Set([...fitting, ...(value ? [value] : [])])].map((name) => ({ value: name }))}
              value={value}
              error={own.errors[path]}
              onChange={(name) => own.set(path, name)}
            />
          );
        })}
      </div>
    </Accordion>
  );
}

/** A menu of the providers that the collection has not. */
function AddProvider({ own }: { readonly own: OwnProps }) {
  const known = useStore($knownProviders);
  useEffect(() => void loadKnownProviders(), []);
  const providers = providersOf(own.options);
  const names = known.state === 'ready' ? known.value : [];
  const left = names.filter((name) => !providers.some((one) => one.name === name));
  const items = left.map((name) => ({
    label: providerName(name),
    key: name,
    onSelect: () => own.set('providers', [...providers, newProvider(name)]),
  }));
  return (
    <Dropdown
      label="Add provider"
      items={items}
      placement="bottom-start"
      disabled={items.length === 0}
      triggerClass="btn btn-ghost btn-sm mt-1 self-start max-sm:h-10"
    >
      + Add provider
    </Dropdown>
  );
}

/** Sign-in by OAuth2: its providers in their order, and what they fill. */
export function OAuth2Method({ group, ...own }: OwnProps & { readonly group: string }) {
  const inner = useId();
  const list = useRef<HTMLUListElement>(null);
  const providers = providersOf(own.options);
  const stored = providersOf(useStore(own.editor.$base).options);
  const needed = neededSecrets(providers, stored, can().keepsSecretsBy);
  useFocusAfterRemoval(
    providers.length,
    () => list.current?.parentElement?.querySelector(':scope > button') ?? null,
  );
  // A provider keeps its form while its name or its place changes.
  const [keys, setKeys] = useState(() => providers.map((_, at) => at));
  const keyAt = (at: number) => keys[at] ?? keys.length + at + 1000;
  const inOrder = providers.map((_, at) => keyAt(at));
  function move(from: number, to: number) {
    own.set('providers', movedItem(providers, from, to));
    setKeys(movedItem(inOrder, from, to));
  }
  function remove(at: number) {
    own.set('providers', providers.toSpliced(at, 1));
    setKeys(inOrder.toSpliced(at, 1));
  }
  const isEmpty = providers.length === 0;
  return (
    <Method
      {...own}
      title="OAuth2"
      icon="icon-[ri--shield-star-line]"
      group={group}
      option="hasOAuth2"
      parts={['providers', 'mappedFields']}
      isKeptShown={!isEmpty}
    >
      <div className="flex flex-col gap-1.5">
        {isEmpty && (
          <Callout kind="warning" className="text-sm">
            Nobody can sign in by OAuth2 until a provider is added.
          </Callout>
        )}
        {own.errors['providers'] && <p className="text-xs text-error">{own.errors['providers']}</p>}
        <ul ref={list} aria-label="Providers" className={isEmpty ? 'hidden' : 'flex flex-col gap-1.5'}>
          {providers.map((provider, at) => (
            <OwnProviderItem
              key={keyAt(at)}
              {...own}
              provider={provider}
              at={at}
              stored={stored}
              needed={needed.get(at)}
              group={inner}
              onMove={(to) => move(at, to)}
              onRemove={() => remove(at)}
            />
          ))}
        </ul>
        <AddProvider own={own} />
        {!isEmpty && <MappedFields {...own} group={inner} />}
      </div>
    </Method>
  );
}
