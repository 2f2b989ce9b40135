import { useStore } from '@nanostores/react';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { numberText } from '#domain/app/count-text.ts';
import type { Import } from '#stores/records/import/import.ts';
import { type CountLabels, CountList, RefusedRows } from './Outcome.tsx';

const LABELS: CountLabels = {
  create: 'To create',
  update: 'To update',
  unchanged: 'Unchanged',
  skip: 'To skip',
  invalid: 'With problems',
};

/** What the import will do. */
export function CheckStep({ session }: { readonly session: Import }) {
  const dryRun = useStore(session.$dryRun);
  const file = useStore(session.$file);
  const total = file.state === 'ready' ? file.content.count : 0;
  if (dryRun.state === 'failed') {
    return (
      <ErrorState
        title="The rows could not be checked."
        error={dryRun.error}
        onRetry={() => void session.toCheck()}
      />
    );
  }
  if (dryRun.state !== 'ready') {
    const done = dryRun.state === 'busy' ? dryRun.done : 0;
    return (
      <div className="flex flex-wrap items-center gap-3 py-6">
        <progress
          className="h-2 w-48 accent-primary"
          aria-label="Checking the rows"
          max={total}
          value={done}
        />
        <span className="tabular-nums">
          Checked {numberText(done)} of {numberText(total)} rows
        </span>
      </div>
    );
  }
  const { counts, refused } = dryRun;
  return (
    <>
      <p role="status" className="pb-3">
        {counts.invalid
          ? 'Rows with problems are left out. You can save them as a file afterwards.'
          : 'All rows can be imported. The backend checks them again.'}
      </p>
      <CountList counts={counts} labels={LABELS} />
      <RefusedRows rows={refused} count={counts.invalid} />
    </>
  );
}
