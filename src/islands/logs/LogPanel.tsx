import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { saveJsonFile } from '#browser/save-file.ts';
import { Button } from '#components/elements/Button.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { Spinner } from '#components/elements/Spinner.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { logFileName, logsFileText } from '#domain/logs/file-names.ts';
import { type Log, levelLabel } from '#domain/logs/log.ts';
import { $log, $neighbours, closeLog, openNewerLog, openOlderLog } from '#stores/logs/detail.ts';
import { LogDetails } from './LogDetails.tsx';

/** Buttons for the entries above and below in the list. */
function Steps() {
  const neighbours = useStore($neighbours);
  const hasOlder = neighbours?.older !== undefined || neighbours?.hasMore === true;
  return (
    <span className="flex">
      <IconButton
        icon="icon-[ri--arrow-up-s-line]"
        iconSize="size-5"
        label="Newer log"
        tooltip="Newer log (K)"
        aria-keyshortcuts="K"
        tooltipSide="bottom"
        aria-disabled={neighbours?.newer === undefined || undefined}
        className="aria-disabled:opacity-40"
        onClick={openNewerLog}
      />
      <IconButton
        icon="icon-[ri--arrow-down-s-line]"
        iconSize="size-5"
        label="Older log"
        tooltip="Older log (J)"
        aria-keyshortcuts="J"
        tooltipSide="bottom"
        aria-disabled={!hasOlder || undefined}
        className="aria-disabled:opacity-40"
        onClick={() => void openOlderLog()}
      />
    </span>
  );
}

const PANEL = '[role=dialog]';

/**
 * J and K, as in many lists, open the entries below and above. They work only while the panel has the focus (WCAG
 * 2.1.4) and none of its menus is open.
 */
function onKeyDown(event: KeyboardEvent) {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (!(target instanceof Element && target.closest(PANEL)) || document.querySelector('[data-popup-open]'))
    return;
  const key = event.key.toLowerCase();
  if (key === 'j') void openOlderLog();
  else if (key === 'k') openNewerLog();
}

/** Longest part of a message that is announced, in characters. */
const MAX_ANNOUNCED = 200;

/** Tells screen readers which entry the panel shows after a step to another one. */
function Announcement({ log }: { readonly log: Log | undefined }) {
  return (
    <p role="status" className="sr-only">
      {log && `${levelLabel(log.level)} ${log.message.slice(0, MAX_ANNOUNCED)}`}
    </p>
  );
}

/** The row of the entry that was shown last: after some steps, it is not the one that was opened. */
const rowOf = (id: string) =>
  document.querySelector<HTMLElement>(`[data-logs-table] [data-row-id="${CSS.escape(id)}"]`);

/** One entry with all its data. */
export default function LogPanel() {
  const opened = useStore($log);
  const log = opened?.log;
  const shownId = useRef('');
  useEffect(() => {
    if (opened) shownId.current = opened.id;
  }, [opened]);
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <OverlayPanel
      open
      size="lg"
      title="Request log"
      headerAside={<Steps />}
      onRequestClose={closeLog}
      finalFocus={() => rowOf(shownId.current)}
      footer={
        <>
          <Button variant="ghost" onClick={closeLog}>
            Close
          </Button>
          <Button
            variant="primary"
            icon="icon-[ri--download-line]"
            disabled={!log}
            onClick={() => log && saveJsonFile(logFileName(log), logsFileText([log]))}
          >
            Download as JSON
          </Button>
        </>
      }
    >
      <Announcement log={log} />
      {log ? (
        <LogDetails key={log.id} log={log} />
      ) : (
        <p className="flex min-h-40 items-center justify-center gap-2 text-muted" role="status">
          <Spinner /> Loading...
        </p>
      )}
    </OverlayPanel>
  );
}
