// chunks: other settings, providers
import { useEffect } from 'react';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { lazyPanel, lazyPart } from '#components/feedback/lazy-part.tsx';
import { PROVIDER_TEXTS } from '#domain/settings/providers/options.ts';
import { inFrame, island, useInitial } from '#islands/island.tsx';
import { useFetchAhead } from '#islands/use-fetch-ahead.ts';
import { routes } from '#routing/routes.ts';
import { $openProvider, closeProvider } from '#stores/app/popups.ts';
import { $enabledProviders, loadProviders, startProviders } from '#stores/settings/providers/list.ts';
import { MovedPage, useIsMoved } from './moved.tsx';
import { LoadingCards } from './providers/ProviderGrid.tsx';
import { SettingsHeader } from './SettingsHeader.tsx';

const MOVED =
  'In this backend each auth collection has its own OAuth2 providers, in the “Options” of its editor:';

const { frame, title } = routes.settingsProviders;

// The logos need a browser, so the cards can't be prerendered.
const ProviderCards = lazyPart(() => import('./providers/ProviderCards.tsx'), {
  fallback: <LoadingCards />,
});
const ProviderPopup = lazyPanel(() => import('./providers/ProviderPopup.tsx'), closeProvider);

function LazyPopup() {
  const key = useInitial($openProvider);
  return key !== undefined && <ProviderPopup key={key} provider={key} />;
}

function Providers() {
  const load = useInitial($enabledProviders);
  useEffect(startProviders, []);
  useEffect(() => void ProviderCards.preload(), []);
  useFetchAhead(ProviderPopup, load.state === 'ready');
  return (
    <div className="flex h-full min-h-0 flex-col">
      <SettingsHeader title={title} />
      {load.state === 'failed' ? (
        <ErrorState title="The settings could not be loaded." onRetry={loadProviders} />
      ) : (
        <div className="min-h-0 grow overflow-y-auto px-4 py-1 pb-4">
          <div className="wide-content [--content:56rem]">
            <p className="mb-3 text-muted">{PROVIDER_TEXTS.intro}</p>
            {load.state === 'busy' ? <LoadingCards /> : <ProviderCards enabled={load.value} />}
          </div>
        </div>
      )}
      <LazyPopup />
    </div>
  );
}

function ProvidersOrPlace() {
  return useIsMoved() ? <MovedPage title={title} text={MOVED} /> : <Providers />;
}

export default island(inFrame(frame), ProvidersOrPlace);
