import { Button } from '#components/elements/Button.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { RefreshButton } from '#components/elements/RefreshButton.tsx';
import { Toolbar } from '#components/elements/Toolbar.tsx';
import { Toggle } from '#components/form/Toggle.tsx';
import { useInitial, usePrerendered } from '#islands/use-prerendered.ts';
import { openLogsSettings } from '#stores/app/popups.ts';
import { $logs } from '#stores/logs/list.ts';
import { $isLive, $live, $newCount, type LiveState, MAX_NEW, setLive, showNew } from '#stores/logs/live.ts';
import { refreshLogs } from '#stores/logs/page.ts';
import { $includesAdmins, includeAdmins } from '#stores/logs/query.ts';

function Refresh() {
  const list = useInitial($logs);
  const isBusy = list.state === 'busy' || (list.state === 'ready' && list.loading !== undefined);
  return <RefreshButton busy={isBusy} onRefresh={() => void refreshLogs()} />;
}

const LIVE_HINTS: Readonly<Record<LiveState, string>> = {
  off: 'Look for new logs every few seconds',
  on: 'Looking for new logs every few seconds',
  paused: 'Paused while logs are selected',
  failing: 'No response from the server. Trying again.',
};
const LIVE_DOTS: Readonly<Record<LiveState, string>> = {
  off: 'border border-current',
  on: 'bg-success',
  paused: 'bg-warning',
  failing: 'bg-error',
};

interface Props {
  /** Called when new entries are added; the button for this is about to disappear. */
  readonly onShowNew: () => void;
}

/** Switches the live view on and off, and offers the new entries. */
function Live({ onShowNew }: Props) {
  const isLive = usePrerendered($isLive, false);
  const state = usePrerendered($live, 'off');
  const count = usePrerendered($newCount, 0);

  function showNewLogs() {
    showNew();
    onShowNew();
  }

  return (
    <>
      <button
        type="button"
        aria-pressed={isLive}
        data-live={state}
        data-tooltip={LIVE_HINTS[state]}
        className={`btn btn-sm font-medium max-sm:h-10 ${isLive ? 'bg-base-300' : 'btn-ghost text-muted'}`}
        onClick={() => setLive(!isLive)}
      >
        <span aria-hidden="true" className={`size-2 rounded-full ${LIVE_DOTS[state]}`} />
        Live
      </button>
      <span role="status" className="sr-only">
        {state === 'failing' ? LIVE_HINTS.failing : ''}
      </span>
      <span role="status">
        {count > 0 && (
          <Button variant="primary" icon="icon-[ri--arrow-up-line]" onClick={showNewLogs}>
            {count >= MAX_NEW ? `${MAX_NEW}+` : count} new
          </Button>
        )}
      </span>
    </>
  );
}

/** Title and actions of the logs screen. */
export function LogsHeader({ onShowNew }: Props) {
  const includesAdmins = usePrerendered($includesAdmins, false);
  return (
    <header className="page-header flex-wrap max-sm:pb-1">
      <h1 className="page-title">Logs</h1>
      <Toolbar label="Actions" className="contents">
        <IconButton
          icon="icon-[ri--settings-4-line]"
          label="Logs settings"
          tooltipSide="right"
          onClick={openLogsSettings}
        />
        <Refresh />
        <Live onShowNew={onShowNew} />
        <Toggle
          className="ml-auto max-sm:ml-0"
          label="Include requests by admins"
          checked={includesAdmins}
          onChange={includeAdmins}
        />
      </Toolbar>
    </header>
  );
}
