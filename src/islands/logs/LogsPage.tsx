import { useRef } from 'react';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { Searchbar } from '#components/form/Searchbar.tsx';
import { useListFocus } from '#components/table/use-list-focus.ts';
import { LOG_COMPLETIONS } from '#domain/logs/completions.ts';
import { inFrame, island } from '#islands/island.tsx';
import { useFetchAhead } from '#islands/use-fetch-ahead.ts';
import { useInitial, usePrerendered } from '#islands/use-prerendered.ts';
import { $logId, closeLog } from '#stores/logs/detail.ts';
import { $logs } from '#stores/logs/list.ts';
import { $search, setSearch } from '#stores/logs/query.ts';
import { $isLogsSettingsOpen, closeLogsSettings } from '#stores/logs/settings-open.ts';
import { LogsHeader } from './LogsHeader.tsx';
import { LogsList } from './LogsList.tsx';
import { LogsSelection } from './LogsSelection.tsx';
import { RefusalNote } from './RefusalNote.tsx';

const LogPanel = lazyPart(() => import('./LogPanel.tsx'), { onClose: closeLog, floats: true });
const LogsSettings = lazyPart(() => import('./LogsSettings.tsx'), {
  onClose: closeLogsSettings,
  floats: true,
});

/** The panel of one entry: fetched ahead, mounted while an entry is opened. */
function LazyLogPanel() {
  const id = usePrerendered($logId, undefined);
  const isListed = useInitial($logs).state === 'ready';
  useFetchAhead(LogPanel, isListed);
  return id !== undefined && <LogPanel />;
}

function LazySettings() {
  return useInitial($isLogsSettingsOpen) && <LogsSettings />;
}

/** The log of the backend (LG, LD, LS). */
function LogsPage() {
  const search = usePrerendered($search, '');
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
          placeholder="Search term or filter like `level > 0 && data.auth = 'guest'`"
          completions={LOG_COMPLETIONS}
        />
        <RefusalNote />
      </div>
      <LogsSelection />
      <LogsList scroller={scroller} />
      <LazyLogPanel />
      <LazySettings />
    </div>
  );
}

export default island(inFrame('logs'), LogsPage);
