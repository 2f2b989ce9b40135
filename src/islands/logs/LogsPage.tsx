import { useRef } from 'react';
import { saveJsonFile } from '#browser/save-file.ts';
import { Button } from '#components/elements/Button.tsx';
import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import { Searchbar } from '#components/form/Searchbar.tsx';
import { SelectedCount, SelectionBar } from '#components/table/SelectionBar.tsx';
import { useListFocus } from '#components/table/use-list-focus.ts';
import { FALLBACK_MESSAGE } from '#domain/app/api-error.ts';
import { LOG_COMPLETIONS } from '#domain/logs/completions.ts';
import { logsFileName, logsFileText } from '#domain/logs/file-names.ts';
import { inFrame, island } from '#islands/island.tsx';
import { FilterNote, NotePlace } from '#islands/SearchNote.tsx';
import { useFetchAhead } from '#islands/use-fetch-ahead.ts';
import { useInitial, usePrerendered } from '#islands/use-prerendered.ts';
import { $logsPopup, closeLogsPopup } from '#stores/app/popups.ts';
import { $logId, closeLog } from '#stores/logs/detail.ts';
import { $refusal } from '#stores/logs/filtering.ts';
import { $logs, $selectedLogs, clearSelection, selectedLogs } from '#stores/logs/list.ts';
import { $search, setSearch } from '#stores/logs/query.ts';
import { LogsHeader } from './LogsHeader.tsx';
import { LogsList } from './LogsList.tsx';

const LogPanel = lazyPanel(() => import('./LogPanel.tsx'), closeLog);
const LogsSettings = lazyPanel(() => import('./LogsSettings.tsx'), closeLogsPopup);
// Only the button that opens it needs the names of its files.
const SlowLists = lazyPanel(async () => (await import('./TopStrip.tsx')).loadSlowLists(), closeLogsPopup);

/** The panel of one entry: fetched ahead, mounted while an entry is opened. */
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

/** Actions for the selected entries. */
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

/** The log of the backend (LG, LD, LS). */
function LogsPage() {
  const search = usePrerendered($search, '');
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
          placeholder="Search term or filter like `level > 0 && data.auth = 'guest'`"
          completions={LOG_COMPLETIONS}
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
