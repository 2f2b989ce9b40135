import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { DateTime } from '#components/elements/DateTime.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { levelLabel, logName } from '#domain/logs/log.ts';
import type { CronRun } from '#domain/settings/cron-runs.ts';
import { spanText } from '#domain/settings/cron-span.ts';
import { CRON_TEXTS } from '#domain/settings/crons.ts';
import { formatHash } from '#routing/hash.ts';
import {
  $runLog,
  closeRunLog,
  loadRunLog,
  MAX_ENTRIES,
  type RunLog as Shown,
} from '#stores/settings/cron-log.ts';

function Entries({ run, load }: Shown) {
  if (load.state === 'busy') return <Skeleton className="h-4 w-56" />;
  if (load.state === 'failed')
    return <ErrorState title="The log could not be loaded." onRetry={() => void loadRunLog(run)} />;
  if (!load.value.length) return <p>{CRON_TEXTS.nothingLogged}</p>;
  const span = spanText(run);
  return (
    <>
      <p>{CRON_TEXTS.logged}</p>
      <ul aria-label="Entries of the log" className="flex flex-col">
        {load.value.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-center gap-x-2">
            <DateTime value={entry.time} />
            <span className="font-mono">{levelLabel(entry.level)}</span>
            <a
              className="link inline-flex min-w-0 items-center wrap-anywhere max-sm:min-h-10"
              href={formatHash('logs', { span, logId: entry.id })}
            >
              <bdi>{logName(entry)}</bdi>
            </a>
          </li>
        ))}
      </ul>
      {load.value.length === MAX_ENTRIES && <p>{CRON_TEXTS.moreLogged}</p>}
    </>
  );
}

/** What the log says of a run of a job, below it. */
export default function RunLog({ run }: { readonly run: CronRun }) {
  const shown = useStore($runLog);
  useEffect(() => {
    void loadRunLog(run);
    return closeRunLog;
  }, [run]);
  const isShown = shown?.run === run;
  return (
    <section
      aria-label={`What the log says of ${run.id}`}
      className="mt-1 flex basis-full flex-col gap-1 rounded-box bg-base-200 p-2 text-xs"
    >
      <div role="status" className="flex flex-col gap-1">
        {isShown && <Entries {...shown} />}
      </div>
      <Button className="self-start" onClick={() => void loadRunLog(run)}>
        Look again
      </Button>
    </section>
  );
}
