import { useStore } from '@nanostores/react';
import { LineAction } from '#components/elements/LineAction.tsx';
import { ProviderLogo } from '#components/elements/ProviderLogo.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { providerTitle } from '#domain/auth/providers.ts';
import type { ExternalAuth } from '#domain/backend/identity.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';
import { ProvidersSkeleton } from './ProvidersSkeleton.tsx';

function ProviderRow({ auth, auths }: { readonly auth: ExternalAuth; readonly auths: RecordPanel['auths'] }) {
  const title = providerTitle(auth.provider);
  return (
    <li className="flex min-h-11 items-center gap-3 py-1.5">
      <span className="flex text-2xl">
        <ProviderLogo provider={auth.provider} />
      </span>
      <span className="font-medium">{title}</span>
      <span className="min-w-0 grow truncate text-xs text-muted" data-tooltip-clipped="">
        ID: {auth.providerId}
      </span>
      <LineAction verb="Unlink" name={title} onClick={() => void auths.unlink(auth, title)} />
    </li>
  );
}

export default function Providers({ auths }: { readonly auths: RecordPanel['auths'] }) {
  const load = useStore(auths.$auths);
  if (load.state === 'busy') return <ProvidersSkeleton />;
  if (load.state === 'failed') {
    return (
      <ErrorState title="The providers could not be loaded." error={load.error} onRetry={auths.reload} />
    );
  }
  if (!load.value.length) return <EmptyState drawing="crab" text="No linked OAuth2 providers." />;
  return (
    <ul className="divide-y divide-base-300">
      {load.value.map((auth) => (
        <ProviderRow key={auth.id} auth={auth} auths={auths} />
      ))}
    </ul>
  );
}
