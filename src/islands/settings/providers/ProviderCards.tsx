import { useId } from 'react';
import { IconButton } from '#components/elements/IconButton.tsx';
import { ProviderLogo } from '#components/elements/ProviderLogo.tsx';
import { providerTitle } from '#domain/auth/providers.ts';
import { groupProviders } from '#domain/settings/providers/fields.ts';
import { openProvider } from '#stores/app/popups.ts';
import { CARD, ProviderGrid } from './ProviderGrid.tsx';

/** The button covers the card, so that the card is one tab stop and can be pressed anywhere. */
function ProviderCard({ provider, isEnabled }: { readonly provider: string; readonly isEnabled: boolean }) {
  const id = useId();
  return (
    <li data-provider-card={provider} className={`${CARD} relative hover:bg-base-200`}>
      <span className="flex text-2xl">
        <ProviderLogo provider={provider} />
      </span>
      <span id={id} className="flex min-w-0 grow items-baseline gap-1.5">
        <h2 className="truncate font-medium">{providerTitle(provider)}</h2>
        <span className="shrink-0 text-xs text-muted">({provider})</span>
      </span>
      {isEnabled && (
        <span className="shrink-0 rounded-selector bg-success/15 px-1.5 text-xs leading-5 font-medium text-success">
          Enabled
        </span>
      )}
      <IconButton
        variant="medium"
        className="size-8 after:absolute after:inset-0 after:rounded-box focus-visible:outline-none focus-visible:after:outline-2 max-sm:size-10"
        icon="icon-[ri--settings-4-line]"
        label="Provider settings"
        tooltip={undefined}
        aria-describedby={id}
        onClick={() => openProvider(provider)}
      />
    </li>
  );
}

export default function ProviderCards({ enabled }: { readonly enabled: ReadonlySet<string> }) {
  const groups = groupProviders(enabled);
  const cards = (keys: readonly string[], isEnabled: boolean) =>
    keys.map((key) => <ProviderCard key={key} provider={key} isEnabled={isEnabled} />);
  return (
    // One list with keys: a card that changes its group keeps its button, to which the focus returns.
    <ProviderGrid>
      {[
        ...cards(groups.enabled, true),
        ...(groups.enabled.length && groups.disabled.length
          ? [
              <li key="divider" aria-hidden="true" className="col-span-full py-1" data-divider>
                <hr className="border-base-300" />
              </li>,
            ]
          : []),
        ...cards(groups.disabled, false),
      ]}
    </ProviderGrid>
  );
}
