import { useStore } from '@nanostores/react';
import { DateTime } from '#components/elements/DateTime.tsx';
import { formatStored } from '#domain/app/date.ts';
import { parseCron } from '#domain/settings/backups/cron.ts';
import { nextRuns } from '#domain/settings/backups/cron-runs.ts';
import { describeSchedule } from '#domain/settings/backups/cron-words.ts';
import { $now } from '#stores/app/now.ts';

const RUNS = 3;

function Runs({ runs }: { readonly runs: readonly Date[] }) {
  if (!runs.length) return <p className="text-warning">No date matches, so it never runs.</p>;
  return (
    <div className="flex flex-wrap gap-x-2">
      <span className="text-muted">Next:</span>
      <ol className="flex flex-col">
        {runs.map((run) => (
          <li key={run.getTime()}>
            <DateTime value={formatStored(run)} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** What a cron expression means, in words and as its next three runs, or what is wrong with it. */
export function CronMeaning({ expression }: { readonly expression: string }) {
  const now = useStore($now);
  if (expression === '') return null;
  const parsed = parseCron(expression);
  return (
    <div aria-live="polite" className="min-h-17 pt-1 text-xs" data-cron="">
      {'problem' in parsed ? (
        <p className="wrap-anywhere text-warning">{parsed.problem}</p>
      ) : (
        <>
          <p className="font-medium wrap-anywhere">{describeSchedule(parsed.schedule)}</p>
          {now > 0 && <Runs runs={nextRuns(parsed.schedule, new Date(now), RUNS)} />}
        </>
      )}
    </div>
  );
}
