import { useStore } from '@nanostores/react';
import { Callout } from '#components/feedback/Callout.tsx';
import { countText, numberText } from '#domain/app/count-text.ts';
import type { Import } from '#stores/records/import/import.ts';
import type { Hold, Run } from '#stores/records/import/run.ts';
import { ChangedNote, type CountLabels, CountList, RefusedRows } from './Outcome.tsx';

const LABELS: CountLabels = {
  create: 'Created',
  update: 'Updated',
  unchanged: 'Unchanged',
  skip: 'Skipped',
  invalid: 'Refused',
};

const HOLDS: Readonly<Record<Hold, string>> = {
  user: 'Paused.',
  offline: 'The backend can’t be reached. The import goes on when it is back.',
  session: 'Your session has ended. Sign in, then resume.',
  changed: 'Waiting for your answer.',
};

function statusOf({ state, hold, notRun, done }: Run): string {
  if (state === 'cancelling') return 'Cancelling: waiting for the rows that were sent.';
  if (state === 'busy')
    return hold ? `${HOLDS[hold]} ${countText(done, 'row is done', 'rows are done')}.` : 'Importing…';
  if (notRun) return `Stopped. ${countText(notRun, 'row was not run', 'rows were not run')}.`;
  return 'Finished.';
}

/** The progress of the import, and its result. */
export function RunStep({ session }: { readonly session: Import }) {
  const run = useStore(session.$run);
  const file = useStore(session.$file);
  if (!run || file.state !== 'ready') return null;
  const { count } = file.content;
  const { done, rate, hold, state, counts, refused } = run;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 pb-3">
        <progress
          className="h-2 w-48 grow accent-primary"
          aria-label="Imported rows"
          max={count}
          value={done}
        />
        <span className="tabular-nums">
          {numberText(done)} of {numberText(count)} rows
        </span>
        {state === 'busy' && !hold && (
          <span className="text-muted tabular-nums">{numberText(Math.round(rate))} rows/s</span>
        )}
      </div>
      {run.changed && (
        <ChangedNote changed={run.changed}>
          {hold === 'changed' && (
            <p>
              {run.changed.isSafe
                ? 'Resume sends the other rows into the same fields under their present names.'
                : 'The other rows can’t be sent. Cancel the import, and begin anew with the file of refused rows.'}
            </p>
          )}
        </ChangedNote>
      )}
      <Callout kind={hold ? 'warning' : 'info'} role="status" className="mb-3">
        {statusOf(run)}
      </Callout>
      {state === 'ended' && file.content.files !== undefined && (counts.invalid > 0 || run.notRun > 0) && (
        <p className="pb-3">
          The file of refused rows has no files. To import these rows with their files, put it into the zip in
          place of the old table.
        </p>
      )}
      <CountList counts={counts} labels={LABELS} />
      <RefusedRows rows={refused} count={counts.invalid} />
    </>
  );
}
