import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { DateTime } from '#components/elements/DateTime.tsx';
import { RefreshButton } from '#components/elements/RefreshButton.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { ISSUED_TEXTS } from '#domain/access/issued-tokens.ts';
import { countText } from '#domain/app/count-text.ts';
import type { LoadState } from '#domain/app/load-state.ts';
import { DEED_TEXTS, type Deed, MOST_DEEDS } from '#domain/settings/deeds.ts';
import { IssuedTokens } from '#islands/IssuedTokens.tsx';
import { formatHash } from '#routing/hash.ts';
import { administratorWord } from '#stores/app/administrator-word.ts';
import {
  $can,
  $deedSpan,
  $deeds,
  $failedSignIns,
  $logLimits,
  $newAddresses,
  addressQuery,
  DEED_SPANS,
  deedsQuery,
  failedQuery,
  loadDeeds,
  loadFailedSignIns,
  loadLogLimits,
  loadNewAddresses,
  reloadDeeds,
  showLogSettings,
  startDeeds,
} from '#stores/settings/deeds.ts';

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mb-6" aria-label={title}>
      <h2 className="mb-1 text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}

interface LoadedProps<T> {
  readonly load: LoadState<T>;
  readonly onRetry: () => Promise<void>;
  readonly children: (value: T) => ReactNode;
}

function Loaded<T>({ load, onRetry, children }: LoadedProps<T>) {
  if (load.state === 'busy') {
    return (
      <div role="status" aria-label="Loading" data-skeleton="">
        <Skeleton className="h-9 w-60" />
      </div>
    );
  }
  if (load.state === 'failed')
    return <ErrorState title="The log could not be read." error={load.error} onRetry={onRetry} />;
  return children(load.value);
}

const LIST = 'rounded-box border border-base-300 divide-y divide-base-300';
const ROW = 'flex min-h-10 flex-wrap items-center gap-x-4 gap-y-0.5 px-3 py-1.5';
const LINK = 'link inline-flex items-center max-sm:min-h-10';

function DeedRow({ deed }: { readonly deed: Deed }) {
  const { id, time, words, who, address } = deed;
  return (
    <li className={ROW}>
      <span className="min-w-0 grow basis-72 wrap-anywhere">
        {words.map((part, index) =>
          typeof part === 'string' ? (
            part
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence, which stay in their order.
            <bdi key={index} className="font-medium">
              {part.name}
            </bdi>
          ),
        )}
      </span>
      <span className="min-w-0 text-sm wrap-anywhere text-muted">
        {who && <bdi>{who}</bdi>}
        {who && address && ', '}
        {address && <bdi className="font-mono text-dense">{address}</bdi>}
      </span>
      <a className={`${LINK} text-sm`} href={formatHash('logs', { logId: id, adminRequests: '1' })}>
        <span className="sr-only">Show in the logs: </span>
        <DateTime value={time} />
      </a>
    </li>
  );
}

function Deeds() {
  const load = useStore($deeds);
  return (
    <Loaded load={load} onRetry={loadDeeds}>
      {(deeds) =>
        deeds.length ? (
          <>
            <ul aria-label="Changes" className={LIST}>
              {deeds.map((deed) => (
                <DeedRow key={deed.id} deed={deed} />
              ))}
            </ul>
            <p className="mt-1 text-sm">
              {deeds.length >= MOST_DEEDS && `${DEED_TEXTS.most(MOST_DEEDS)} `}
              <a className={LINK} href={formatHash('logs', deedsQuery())}>
                Show all in the logs
              </a>
            </p>
          </>
        ) : (
          <p className="text-muted">{DEED_TEXTS.noDeeds}</p>
        )
      }
    </Loaded>
  );
}

interface AddressRowProps {
  readonly address: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly children: ReactNode;
}

function AddressRow({ address, query, children }: AddressRowProps) {
  return (
    <li className={ROW}>
      <a
        className={`${LINK} min-w-0 grow font-mono text-dense wrap-anywhere`}
        href={formatHash('logs', query)}
      >
        <bdi>{address || 'Address not known'}</bdi>
      </a>
      <span className="text-sm">{children}</span>
    </li>
  );
}

function Failures() {
  const load = useStore($failedSignIns);
  return (
    <Loaded load={load} onRetry={loadFailedSignIns}>
      {({ groups, isPart }) =>
        groups.length ? (
          <>
            <ul aria-label="Failed sign-ins" className={LIST}>
              {groups.map(({ address, count, last }) => (
                <AddressRow key={address} address={address} query={failedQuery(address)}>
                  {countText(count, 'time', 'times')}, latest <DateTime value={last} />
                </AddressRow>
              ))}
            </ul>
            {isPart && <p className="mt-1 text-sm text-muted">{DEED_TEXTS.most(MOST_DEEDS)}</p>}
          </>
        ) : (
          <p className="text-muted">{DEED_TEXTS.noFailures}</p>
        )
      }
    </Loaded>
  );
}

function NewAddresses() {
  const load = useStore($newAddresses);
  return (
    <Loaded load={load} onRetry={loadNewAddresses}>
      {(addresses) => (
        <>
          <p className="mb-1 text-muted">{DEED_TEXTS.newIntro(administratorWord())}</p>
          {addresses.length ? (
            <ul aria-label="New addresses" className={LIST}>
              {addresses.map(({ address, first }) => (
                <AddressRow key={address} address={address} query={addressQuery(address)}>
                  Since <DateTime value={first} />
                </AddressRow>
              ))}
            </ul>
          ) : (
            <p className="text-muted">{DEED_TEXTS.noNew}</p>
          )}
        </>
      )}
    </Loaded>
  );
}

function LogNotes() {
  const limits = useStore($logLimits);
  if (limits.state !== 'ready') return null;
  const {
    'logs.hasAccounts': hasAccounts,
    'logs.hasAddresses': hasAddresses,
    'logs.minLevel': level = 0,
  } = limits.value;
  const word = administratorWord();
  const notes = [
    hasAccounts === false && DEED_TEXTS.noAccounts(word),
    !hasAddresses && DEED_TEXTS.noAddresses,
    level > 0 && DEED_TEXTS.level(level),
  ].filter((note) => note !== false);
  return (
    <>
      {notes.length > 0 && (
        <Callout
          kind="info"
          className="mb-3"
          actions={<Button onClick={showLogSettings}>{DEED_TEXTS.settings}</Button>}
        >
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Callout>
      )}
      {hasAccounts === undefined && <p className="mb-3 text-muted">{DEED_TEXTS.neverAccounts(word)}</p>}
    </>
  );
}

function Spans() {
  const chosen = useStore($deedSpan);
  const { state } = useStore($deeds);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <div role="group" aria-label="Time span" className="flex">
        {DEED_SPANS.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === chosen}
            className={`btn btn-xs h-6 px-2 text-xs font-medium max-sm:h-10 max-sm:min-w-10 ${id === chosen ? 'bg-base-300' : 'btn-ghost text-muted'}`}
            onClick={() => $deedSpan.set(id)}
          >
            {label}
          </button>
        ))}
      </div>
      <RefreshButton busy={state === 'busy'} onRefresh={() => void reloadDeeds()} />
    </div>
  );
}

function LogParts() {
  const limits = useStore($logLimits);
  if (limits.state === 'failed')
    return (
      <ErrorState
        title="The settings of the logs could not be loaded."
        error={limits.error}
        onRetry={loadLogLimits}
      />
    );
  if (limits.state === 'ready' && limits.value['logs.days'] === 0) {
    return (
      <EmptyState text={DEED_TEXTS.off}>
        <Button onClick={showLogSettings}>{DEED_TEXTS.settings}</Button>
      </EmptyState>
    );
  }
  const word = administratorWord();
  return (
    <>
      <LogNotes />
      <Spans />
      <Part title={`Failed sign-ins of ${word}s`}>
        <Failures />
      </Part>
      <Part title={`New addresses of ${word}s`}>
        <NewAddresses />
      </Part>
      <Part title={`What ${word}s have done`}>
        <Deeds />
      </Part>
    </>
  );
}

/** Tokens that were issued here, and what the log tells of administrators. */
export default function Desk() {
  const { impersonates } = useStore($can);
  useEffect(startDeeds, []);
  return (
    <>
      {impersonates && (
        <Part title="Issued tokens">
          <p className="mb-2 max-w-3xl text-muted">{ISSUED_TEXTS.intro}</p>
          <IssuedTokens />
        </Part>
      )}
      <p className="mb-3 max-w-3xl text-muted">{DEED_TEXTS.intro(administratorWord())}</p>
      <LogParts />
    </>
  );
}
