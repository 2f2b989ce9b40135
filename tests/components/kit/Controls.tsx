import { useState } from 'react';
import { Accordion } from '#components/elements/Accordion.tsx';
import { Button, Spinner } from '#components/elements/Button.tsx';
import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import { RefreshButton } from '#components/elements/RefreshButton.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { ErrorBoundary, ErrorState } from '#components/feedback/ErrorState.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';

const SIDES = ['top', 'bottom', 'left', 'right'] as const;

function Crashing({ isBroken }: { isBroken: boolean }) {
  if (isBroken) throw new Error('The component crashed.');
  return <p>The component works.</p>;
}

/** Buttons, states, copy icon, accordions, tooltips. */
export function Controls() {
  const [busy, setBusy] = useState(false);
  const [clicks, setClicks] = useState(0);
  const [refreshes, setRefreshes] = useState(0);
  const [rowClicks, setRowClicks] = useState(0);
  const [isBroken, setIsBroken] = useState(false);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          busy={busy}
          onClick={() => {
            setClicks(clicks + 1);
            setBusy(true);
          }}
        >
          Save changes
        </Button>
        <Button onClick={() => setBusy(false)}>Finish</Button>
        <Button
          variant="ghost"
          icon="icon-[ri--settings-4-line]"
          aria-label="Settings"
          data-tooltip="Settings"
        />
        <Button variant="danger" icon="icon-[ri--delete-bin-line]">
          Delete
        </Button>
        <Button variant="outline" disabled>
          Disabled
        </Button>
        <RefreshButton busy={busy} onRefresh={() => setRefreshes(refreshes + 1)} />
        <Spinner label="Loading" />
        <output data-clicks="">{clicks}</output>
        <output data-refreshes="">{refreshes}</output>
      </div>
      <div className="flex items-center gap-2">
        <button
          type="button"
          className="flex cursor-pointer items-center"
          onClick={() => setRowClicks(rowClicks + 1)}
        >
          Row
        </button>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: counts the clicks that reach a row. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: counts the clicks that reach a row. */}
        <div data-row="" onClick={() => setRowClicks(rowClicks + 1)}>
          <code>abc123</code> <CopyIcon value="abc123" />
        </div>
        <output data-row-clicks="">{rowClicks}</output>
      </div>
      <div className="flex flex-wrap gap-6 px-24 py-12">
        {SIDES.map((side) => (
          <button
            key={side}
            type="button"
            className="btn btn-sm"
            data-tooltip={`Tip at the ${side}\nsecond line`}
            data-tooltip-side={side}
          >
            Tip {side}
          </button>
        ))}
      </div>
      <div className="grid max-w-xl gap-2">
        <Accordion
          name="options"
          title="Username/Password"
          aside={<span className="badge badge-sm">Enabled</span>}
        >
          First content
        </Accordion>
        <Accordion name="options" title="Email/Password" icon="icon-[ri--mail-line]">
          Second content
        </Accordion>
      </div>
      <Skeleton className="h-4 w-60" />
      <EmptyState text="No records found.">
        <Button>Clear filters</Button>
      </EmptyState>
      <ErrorState
        title="Could not load the records."
        message="The backend does not respond."
        onRetry={() => {}}
      />
      <ErrorBoundary onError={() => setIsBroken(false)}>
        <Crashing isBroken={isBroken} />
      </ErrorBoundary>
      <Button onClick={() => setIsBroken(true)}>Crash a part</Button>
    </div>
  );
}
