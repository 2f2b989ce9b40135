// chunks: logs
import { useRef } from 'react';
import { saveJsonFile } from '#browser/save-file.ts';
import { Button } from '#components/elements/Button.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { RefreshButton } from '#components/elements/RefreshButton.tsx';
import { Toolbar } from '#components/elements/Toolbar.tsx';
import { lazyPanel, lazyPart } from '#components/feedback/lazy-part.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { Searchbar } from '#components/form/Searchbar.tsx';
import { SelectedCount, SelectionBar } from '#components/table/SelectionBar.tsx';
import { useListFocus } from '#components/table/use-list-focus.ts';
import { FALLBACK_MESSAGE } from '#domain/app/api-error.ts';
import { logsFileName, logsFileText } from '#domain/logs/file-names.ts';
import { inFrame, island, useInitial, usePrerendered } from '#islands/island.tsx';
import { NotePlace } from '#islands/SearchNote.tsx';
import { useAdministratorWord } from '#islands/use-administrator-word.ts';
import { useFetchAhead } from '#islands/use-fetch-ahead.ts';
import { dialect } from '#stores/app/dialect.ts';
import { $logsPopup, closeLogsPopup, openLogsSettings } from '#stores/app/popups.ts';
import { $logId, closeLog } from '#stores/logs/detail.ts';
import { $logs, $selectedLogs, clearSelection, selectedLogs } from '#stores/logs/list.ts';
import { $isLive, $live, $newCount, type LiveState, MAX_NEW, setLive, showNew } from '#stores/logs/live.ts';
import { refreshLogs } from '#stores/logs/page.ts';
import {
  $guest,
  $includesAdmins,
  $refusal,
  $search,
  includeAdmins,
  logWords,
  setSearch,
} from '#stores/logs/query.ts';
import { LogsList } from './LogsList.tsx';

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

function LogsHeader({ onShowNew }: Props) {
  const includesAdmins = usePrerendered($includesAdmins, false);
  const { word } = useAdministratorWord();
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
          label={`Include requests by ${word}s`}
          checked={includesAdmins}
          onChange={includeAdmins}
        />
      </Toolbar>
    </header>
  );
}

const LogPanel = lazyPanel(() => import('./LogPanel.tsx'), closeLog);
const FilterNote = lazyPart(async () => ({
  default: (await import('#islands/RefusedFilter.tsx')).FilterNote,
}));
const LogsSettings = lazyPanel(() => import('./LogsSettings.tsx'), closeLogsPopup);
// Only the button that opens it needs the names of its files.
const SlowLists = lazyPanel(async () => (await import('./TopStrip.tsx')).loadSlowLists(), closeLogsPopup);

function LazyLogPanel() {
  const id = usePrerendered($logId, undefined);
  const isListed = useInitial($logs).state === 'ready';
  useFetchAhead(LogPanel, isListed);
  return id !== undefined && <LogPanel />;
}

function LazyPopup() {
  const open = useInitial($logsPopup);
  return open && (open === 'settings' ? <LogsSettings /> : <SlowLists />);
}

function download() {
  const logs = selectedLogs();
  saveJsonFile(logsFileName(logs), logsFileText(logs));
}

function LogsSelection() {
  const count = useInitial($selectedLogs).size;
  return (
    <SelectionBar shown={count > 0} onReset={clearSelection}>
      <SelectedCount count={count} nouns={['log', 'logs']} onReset={clearSelection} />
      <Button variant="primary" icon="icon-[ri--download-line]" onClick={download}>
        Download as JSON
      </Button>
    </SelectionBar>
  );
}

/** The words of the backend about a filter, unless they say nothing. */
const saidBy = (words: string | undefined) =>
  words && words !== FALLBACK_MESSAGE ? `The server says: ${words}` : undefined;

function LogsPage() {
  const search = usePrerendered($search, '');
  const guest = usePrerendered($guest, 'guest');
  const words = useInitial($refusal);
  const page = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useListFocus(page, 'logs');

  function showTop() {
    scroller.current?.focus();
    scroller.current?.scrollTo({ top: 0 });
  }

  return (
    <div ref={page} className="relative flex h-full min-h-0 flex-col">
      <LogsHeader onShowNew={showTop} />
      <div className="px-4 pb-2">
        <Searchbar
          value={search}
          onSubmit={setSearch}
          label="Search logs"
          placeholder={`Search term or filter like \`level > 0 && data.auth = '${guest}'\``}
          completions={() => ({ names: logWords(), dialect: dialect() })}
        />
        <NotePlace>
          {words !== undefined && (
            <FilterNote filter={search} reason={saidBy(words)}>
              The list shows logs that contain this text.
            </FilterNote>
          )}
        </NotePlace>
      </div>
      <LogsSelection />
      <LogsList scroller={scroller} />
      <LazyLogPanel />
      <LazyPopup />
    </div>
  );
}

export default island(inFrame('logs'), LogsPage);
