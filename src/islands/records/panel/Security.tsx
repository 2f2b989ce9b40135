import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { DateTime } from '#components/elements/DateTime.tsx';
import { LineAction } from '#components/elements/LineAction.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import {
  SIGN_IN_TEXTS,
  type SignInTrace,
  TRACE_KINDS,
  TRACE_TEXTS,
  type TraceKind,
} from '#domain/access/sign-ins.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { IssuedTokens } from '#islands/IssuedTokens.tsx';
import { endSessions } from '#stores/access/issued-tokens.ts';
import { createSignIns } from '#stores/records/panel/sign-ins.ts';
import { ProvidersSkeleton } from './ProvidersSkeleton.tsx';

function TraceText({ kind, trace }: { readonly kind: TraceKind; readonly trace: SignInTrace }) {
  const { created, updated, about } = trace;
  if (kind === 'place') {
    return (
      <>
        Latest <DateTime value={updated} />, first <DateTime value={created} />
      </>
    );
  }
  return (
    <>
      {kind === 'code' ? 'Sent' : 'Began with'}
      {about && (
        <>
          {kind === 'code' && ' to'} <bdi className="wrap-anywhere">{about}</bdi>
        </>
      )}
      , <DateTime value={created} />
    </>
  );
}

interface TracesProps {
  readonly kind: TraceKind;
  readonly traces: readonly SignInTrace[];
  readonly onRemove: (trace: SignInTrace) => void;
}

function Traces({ kind, traces, onRemove }: TracesProps) {
  const { title, empty } = TRACE_TEXTS[kind];
  return (
    <section>
      <h2 className="font-medium">{title}</h2>
      {traces.length === 0 && <p className="text-muted">{empty}</p>}
      <ul aria-label={title} className="divide-y divide-base-300">
        {traces.map((trace) => (
          <li key={trace.id} className="flex min-h-10 items-center gap-2 py-1">
            <span className="min-w-0 grow">
              <TraceText kind={kind} trace={trace} />
            </span>
            <LineAction verb="Remove" name={`${title}, ${trace.created}`} onClick={() => onRemove(trace)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SecurityProps {
  readonly collection: Collection;
  readonly accountId: string;
  /** The account, for people. */
  readonly name: string;
}

/** Who can use an account: what is left of its sign-ins, tokens that were issued for it, and what ends them. */
export default function Security({ collection, accountId, name }: SecurityProps) {
  const [signIns] = useState(() => createSignIns(collection.id, accountId));
  const load = useStore(signIns.$traces);
  useEffect(() => signIns.start(), [signIns]);
  const account = { collectionId: collection.id, collectionName: collection.name, accountId, account: name };
  const end = async () => {
    if (await endSessions(account)) await signIns.reload();
  };
  return (
    <div className="flex flex-col gap-4">
      {collection.auth?.own?.hasAlert === false && <Callout kind="info">{SIGN_IN_TEXTS.alertOff}</Callout>}
      {load.state === 'busy' && <ProvidersSkeleton what="sign-ins" />}
      {load.state === 'failed' && (
        <ErrorState title="The sign-ins could not be loaded." error={load.error} onRetry={signIns.reload} />
      )}
      {load.state === 'ready' &&
        TRACE_KINDS.map((kind) => (
          <Traces
            key={kind}
            kind={kind}
            traces={load.value[kind]}
            onRemove={(trace) => void signIns.remove(kind, trace)}
          />
        ))}
      <p className="-mt-2 text-xs text-muted">{SIGN_IN_TEXTS.intro}</p>
      <section>
        <h2 className="mb-1 font-medium">Issued tokens</h2>
        <IssuedTokens of={account} />
      </section>
      <div>
        <Button variant="outline" icon="icon-[ri--logout-circle-line]" onClick={() => void end()}>
          {SIGN_IN_TEXTS.end}
        </Button>
      </div>
    </div>
  );
}
