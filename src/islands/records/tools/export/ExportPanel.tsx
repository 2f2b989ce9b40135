import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { numbersRows } from '#domain/records/transfer/export-writer.ts';
import { confirmStop, startExportPanel } from '#stores/records/export/panel.ts';
import { $exportRun, cancelExport, startExport } from '#stores/records/export/run.ts';
import { $exportSubject } from '#stores/records/export/subject.ts';
import { closeRecordTool } from '#stores/records/tools.ts';
import { ExportChoicesForm } from './ExportChoicesForm.tsx';
import { ExportProgress } from './ExportProgress.tsx';

/** The panel that exports records of a collection to a file. */
export default function ExportPanel() {
  const subject = useStore($exportSubject);
  const isBusy = useStore($exportRun).state === 'busy';
  useEffect(startExportPanel, []);
  if (!subject) return null;
  const { collection } = subject;
  return (
    <OverlayPanel
      open
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
