import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { saveJsonFile } from '#browser/save-file.ts';
import { Button } from '#components/elements/Button.tsx';
import { Spinner } from '#components/elements/Spinner.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { truncate } from '#domain/app/value-text.ts';
import { logFileName, logsFileText } from '#domain/logs/file-names.ts';
import { type Log, levelLabel, logName } from '#domain/logs/log.ts';
import { PanelIdentity } from '#islands/PanelIdentity.tsx';
import { WalkSteps } from '#islands/WalkSteps.tsx';
import { $log, closeLog, logWalk } from '#stores/logs/detail.ts';
import { LogDetails } from './LogDetails.tsx';

/** Longest part of a message that is announced, in characters. */
const MAX_ANNOUNCED = 200;

/** Tells screen readers which entry the panel shows after a step to another one. */
function Announcement({ log }: { readonly log: Log | undefined }) {
  return (
    <p role="status" className="sr-only">
      {log && `${levelLabel(log.level)} ${truncate(log.message, MAX_ANNOUNCED, '')}`}
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
  return (
    <OverlayPanel
      size="lg"
      title="Request log"
      headerAside={<WalkSteps walk={logWalk} above="Newer log" below="Older log" />}
      headerBelow={
        log && <PanelIdentity name={logName(log)} id={log.id} created={log.created} updated={log.created} />
      }
      onRequestClose={closeLog}
      finalFocus={() => rowOf(shownId.current)}
      cancel="Close"
      footer={
        <Button
          variant="primary"
          icon="icon-[ri--download-line]"
          disabled={!log}
          onClick={() => log && saveJsonFile(logFileName(log), logsFileText([log]))}
        >
          Download as JSON
        </Button>
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
