import { useStore } from '@nanostores/react';
import { DateTime } from '#components/elements/DateTime.tsx';
import { formatStored } from '#domain/app/date.ts';
import { describeSchedule, nextRuns, parseCron } from '#domain/model/cron.ts';
import { CRON_TEXTS } from '#domain/settings/crons.ts';
import { $now } from '#stores/app/now.ts';

/** What an expression means in words, and its next run. */
export default function Meaning({ expression }: { readonly expression: string }) {
  const now = useStore($now);
  const parsed = parseCron(expression);
  if ('problem' in parsed) return <p className="text-xs wrap-anywhere text-warning">{parsed.problem}</p>;
  const [next] = nextRuns(parsed.schedule, new Date(now), 1);
  return (
    <div className="text-xs">
      <p className="wrap-anywhere">{describeSchedule(parsed.schedule)} (UTC)</p>
      {next ? (
        <p className="text-muted">
          Next: <DateTime value={formatStored(next)} />
        </p>
      ) : (
        <p className="text-warning">{CRON_TEXTS.never}</p>
      )}
    </div>
  );
}
