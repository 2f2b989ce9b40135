import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { numberText } from '#domain/app/count-text.ts';
import { numbersRows } from '#domain/records/transfer/export-writer.ts';
import {
  $exportRun,
  cancelExport,
  confirmStop,
  startExport,
  startExportPanel,
} from '#stores/records/export/run.ts';
import { $exportSubject } from '#stores/records/export/subject.ts';
import { closeRecordTool } from '#stores/records/tools.ts';
import { ExportChoicesForm } from './ExportChoicesForm.tsx';

/** The progress of an export, and its result: above the buttons, in sight however far the form is scrolled. */
function ExportProgress() {
  const run = useStore($exportRun);
  const isBusy = run.state === 'busy';
  return (
    <div className="flex basis-full flex-col gap-2">
      {isBusy && (
        <div className="flex flex-col gap-1">
          <progress
            className="h-2 w-full accent-primary"
            aria-label="Exported"
            value={run.total === undefined ? undefined : Math.min(run.done, run.total)}
            max={run.total || 1}
          />
          <p className="text-sm tabular-nums">
            {numberText(run.done)}
            {run.total !== undefined && ` of ${numberText(run.total)}`} {run.what}
            {run.rate > 0 && `, ${numberText(Math.round(run.rate))} per second`}
          </p>
        </div>
      )}
      <div role="status">
        {isBusy && run.isWaiting && (
          <Callout kind="warning">
            The connection is lost. The export goes on when the backend can be reached.
          </Callout>
        )}
        {!isBusy && run.state !== 'idle' && (
          <Callout kind={run.state === 'failed' ? 'danger' : 'info'}>{run.text}</Callout>
        )}
      </div>
    </div>
  );
}

export default function ExportPanel() {
  const subject = useStore($exportSubject);
  const isBusy = useStore($exportRun).state === 'busy';
  useEffect(startExportPanel, []);
  if (!subject) return null;
  const { collection } = subject;
  return (
    <OverlayPanel
      title={
        <>
          Export records of <bdi>{collection.name}</bdi>
        </>
      }
      beforeHide={confirmStop}
      onRequestClose={closeRecordTool}
      footerAside={<ExportProgress />}
      footer={
        <>
          <Button variant="ghost" onClick={isBusy ? cancelExport : closeRecordTool}>
            {isBusy ? 'Cancel export' : 'Close'}
          </Button>
          <Button
            variant="primary"
            icon="icon-[ri--download-2-line]"
            busy={isBusy}
            onClick={() => void startExport()}
          >
            Export
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <fieldset disabled={isBusy} className="flex min-w-0 flex-col gap-4 disabled:opacity-60">
          <legend className="sr-only">What to export</legend>
          <ExportChoicesForm subject={subject} />
        </fieldset>
        {numbersRows(collection) && (
          <Callout kind="warning">
            This view numbers its rows anew for each request. While records change, an export may double or
            skip rows.
          </Callout>
        )}
      </div>
    </OverlayPanel>
  );
}
