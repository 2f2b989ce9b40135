import { useStore } from '@nanostores/react';
import { Callout } from '#components/feedback/Callout.tsx';
import { numberText } from '#domain/app/count-text.ts';
import { $exportRun } from '#stores/records/export/run.ts';

/** The progress of an export, and its result: above the buttons, in sight however far the form is scrolled. */
export function ExportProgress() {
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
