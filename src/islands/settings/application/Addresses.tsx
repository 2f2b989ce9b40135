import { useStore } from '@nanostores/react';
import { dequal } from 'dequal/lite';
import { useEffect } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { ListInput } from '#components/form/ListInput.tsx';
import { SECTION_TEXTS } from '#domain/settings/application-texts.ts';
import { LOCK_OUT_TEXTS } from '#domain/settings/lock-out.ts';
import { useSettingFields } from '#islands/use-setting-fields.ts';
import { applicationForm as form } from '#stores/settings/application.ts';
import { $clientAddress, loadClientAddressNow, startClientAddress } from '#stores/settings/client-address.ts';
import { messageOf } from './message-of.ts';

/** Asked again when what is stored has changed: it says by which header the backend knows an address. */
function useClientAddress() {
  const base = useStore(form.$base);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer depends on what is stored.
  useEffect(startClientAddress, [base]);
  const load = useStore($clientAddress);
  return load.state === 'ready' ? load.value : undefined;
}

// What reads addresses is large.
const OwnEntries = lazyPart(() => import('./OwnEntries.tsx'), { fallback: null });

interface EntriesProps {
  readonly path: 'proxy.headers' | 'administrators.addresses';
  readonly help: string;
  /** Entries to add by a button, unless they are listed. */
  readonly offered: readonly string[];
}

function Entries({ path, help, offered }: EntriesProps) {
  const field = useSettingFields(form);
  const list = field.values[path] ?? [];
  const missing = offered.filter((entry) => entry && !list.includes(entry));
  return (
    <>
      <ListInput {...field(path)} value={list} error={messageOf(field.errors, path)} help={help} />
      {missing.length > 0 && (
        <div className="-mt-1 mb-2 flex flex-wrap gap-1.5">
          {missing.map((entry) => (
            <Button
              key={entry}
              icon="icon-[ri--add-line]"
              onClick={() => form.set(path, [...list, entry])}
              aria-label={`Add ${entry}`}
            >
              {entry}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

function carriedText(header: string, isTrusted: boolean): string {
  if (!header) return SECTION_TEXTS.carriesNone;
  return isTrusted ? SECTION_TEXTS.carriesTrusted(header) : SECTION_TEXTS.carries(header);
}

export function TrustedProxy() {
  const field = useSettingFields(form);
  const client = useClientAddress();
  const { state } = useStore($clientAddress);
  const { 'proxy.headers': stored = [] } = useStore(form.$base);
  const header = client?.header ?? '';
  const has = (list: readonly string[]) => list.some((name) => name.toLowerCase() === header.toLowerCase());
  const isTrusted = has(stored);
  const typed = field.values['proxy.headers'] ?? [];
  return (
    <>
      <p className="mb-2 text-muted">{SECTION_TEXTS.proxy}</p>
      <div role="status">
        {client && (
          <Callout
            kind={header && !isTrusted ? 'warning' : 'info'}
            className="mb-3"
            actions={
              header &&
              !has(typed) && (
                <Button onClick={() => form.set('proxy.headers', [...typed, header])}>Trust {header}</Button>
              )
            }
          >
            <p>
              The backend sees your address as{' '}
              <strong className="font-mono">{client.address || 'none'}</strong>.
            </p>
            <p>{carriedText(header, isTrusted)}</p>
          </Callout>
        )}
      </div>
      <Button
        className="mb-3"
        icon="icon-[ri--search-line]"
        busy={state === 'busy'}
        onClick={() => void loadClientAddressNow()}
      >
        {SECTION_TEXTS.look}
      </Button>
      <Entries path="proxy.headers" help={SECTION_TEXTS.headers} offered={SECTION_TEXTS.knownHeaders} />
      <Toggle
        {...field.toggle('proxy.usesFirst')}
        checked={field.values['proxy.usesFirst'] ?? false}
        info={SECTION_TEXTS.first}
      />
    </>
  );
}

export function AllowedAddresses() {
  const client = useClientAddress();
  const { values } = useSettingFields(form);
  const { 'proxy.headers': headers, 'proxy.usesFirst': usesFirst } = useStore(form.$base);
  const isChanging = !dequal([headers, usesFirst], [values['proxy.headers'], values['proxy.usesFirst']]);
  return (
    <>
      <p className="mb-2 text-muted">{SECTION_TEXTS.addresses}</p>
      <Callout kind="warning" className="mb-3">
        {LOCK_OUT_TEXTS.wayBack}
        {client && (
          <>
            {' '}
            Your own address, as the backend sees it:{' '}
            <strong className="font-mono">{client.address || 'not known'}</strong>.
          </>
        )}
      </Callout>
      <Entries
        path="administrators.addresses"
        help={SECTION_TEXTS.exempt}
        offered={client ? [client.address] : []}
      />
      <div role="status">
        {client && (
          <OwnEntries
            address={client.address}
            entries={values['administrators.addresses'] ?? []}
            isChanging={isChanging}
          />
        )}
      </div>
    </>
  );
}
