import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { RefreshButton } from '#components/elements/RefreshButton.tsx';
import { Toolbar } from '#components/elements/Toolbar.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { RISK_LABELS, risks } from '#domain/access/risks.ts';
import { numberText } from '#domain/app/count-text.ts';
import { routes } from '#routing/routes.ts';
import {
  $accessRows,
  $emails,
  $isTryOpen,
  $riskCounts,
  $risks,
  countEmails,
  refreshAccess,
  startAccess,
  toggleRisk,
} from '#stores/access/page.ts';
import { $collections } from '#stores/collections/list.ts';
import { AccessTable } from './AccessTable.tsx';

const { title } = routes.access;

const SKELETONS = ['w-2/3', 'w-4/5', 'w-1/2', 'w-3/4', 'w-3/5', 'w-full'] as const;

function Content() {
  const load = useStore($collections);
  const rows = useStore($accessRows);
  if (load.state === 'busy') {
    return (
      <div role="status" aria-label="Loading" data-skeleton="" className="flex flex-col gap-5 py-3">
        {SKELETONS.map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
    );
  }
  if (load.state === 'failed') {
    return (
      <ErrorState title="The collections could not be loaded." error={load.error} onRetry={refreshAccess} />
    );
  }
  if (rows.length > 0) return <AccessTable rows={rows} />;
  return (
    <EmptyState text={load.value.length ? 'No collection has this.' : 'No collections yet.'}>
      {load.value.length > 0 && <Button onClick={() => $risks.set([])}>Show all</Button>}
    </EmptyState>
  );
}

/** Toggles with the number of collections that have each risk; without any, all collections are listed. */
function RiskChips() {
  const counts = useStore($riskCounts);
  const chosen = useStore($risks);
  return (
    <Toolbar label="Only collections with" className="flex flex-wrap gap-1 px-4 pb-2">
      {risks.map((risk) => {
        const isChosen = chosen.includes(risk);
        return (
          <button
            key={risk}
            type="button"
            aria-pressed={isChosen}
            className={`btn btn-xs h-7 gap-1.5 px-2 text-xs font-medium tabular-nums max-sm:h-10 ${isChosen ? 'bg-base-300' : 'btn-ghost border-line'} ${counts[risk] ? '' : 'text-muted'}`}
            onClick={() => toggleRisk(risk)}
          >
            {RISK_LABELS[risk]} <span className="text-muted">{numberText(counts[risk] ?? 0)}</span>
          </button>
        );
      })}
    </Toolbar>
  );
}

const TryPanel = lazyPanel(
  () => import('./TryPanel.tsx'),
  () => $isTryOpen.set(false),
);

/** Who may do what with the records of every collection. */
export default function AccessScreen() {
  const emails = useStore($emails);
  const isReady = useStore($collections).state === 'ready';
  const isOpen = useStore($isTryOpen);
  useEffect(startAccess, []);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="page-header">
        <h1 className="page-title">{title}</h1>
        <RefreshButton onRefresh={() => void refreshAccess()} />
        <Button
          variant="primary"
          className="ml-auto"
          disabled={!isReady}
          aria-haspopup="dialog"
          onClick={() => $isTryOpen.set(true)}
        >
          Try as
        </Button>
      </header>
      <RiskChips />
      {emails.state === 'failed' && (
        <Callout
          kind="warning"
          className="mx-4 mb-2"
          actions={<Button onClick={() => void countEmails()}>Try again</Button>}
        >
          The visible emails could not be counted. {emails.error.message}
        </Callout>
      )}
      <div className="relative min-h-0 grow scroll-pl-52 overflow-auto px-4 pb-4">
        <Content />
      </div>
      {isOpen && <TryPanel />}
    </div>
  );
}
