// chunks: other settings
import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect, useState } from 'react';
import { Accordion } from '#components/elements/Accordion.tsx';
import { Button } from '#components/elements/Button.tsx';
import { DateTime } from '#components/elements/DateTime.tsx';
import { RefreshButton } from '#components/elements/RefreshButton.tsx';
import { WriteButton } from '#components/elements/WriteButton.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { useIsHydrated } from '#components/hooks/use-is-hydrated.ts';
import type { CronRun } from '#domain/settings/cron-runs.ts';
import { CRON_TEXTS, type CronJob } from '#domain/settings/crons.ts';
import { inFrame, island } from '#islands/island.tsx';
import { routes } from '#routing/routes.ts';
import { $settings } from '#stores/app/settings.ts';
import {
  $can,
  $cronRuns,
  $crons,
  $startingCrons,
  forgetCronRuns,
  loadCrons,
  showCronLog,
  startCron,
  startCrons,
} from '#stores/settings/crons.ts';
import { SettingsHeader } from './SettingsHeader.tsx';

const { frame, title } = routes.settingsCrons;

const Meaning = lazyPart<{ expression: string }>(() => import('./crons/Meaning.tsx'), {
  fallback: <div className="h-9" />,
});
const RunLog = lazyPart<{ run: CronRun }>(() => import('./crons/RunLog.tsx'));

/** The last start of a job here, and what the log says of it. */
function LastRun({ run, nameId }: { readonly run: CronRun | undefined; readonly nameId: string }) {
  const [shown, setShown] = useState<CronRun>();
  const isShown = run !== undefined && shown === run;
  return (
    <>
      <span role="status" className="flex flex-wrap items-center gap-x-1 text-xs text-muted">
        {run && (
          <>
            {run.error === undefined ? 'Started' : 'Could not be started'} <DateTime value={run.at} />
            {run.error === undefined ? (
              <>
                <Button
                  variant="ghost"
                  aria-expanded={isShown}
                  aria-describedby={nameId}
                  onClick={() => setShown(isShown ? undefined : run)}
                >
                  {CRON_TEXTS.log}
                </Button>
                <Button variant="ghost" aria-describedby={nameId} onClick={() => showCronLog(run)}>
                  {CRON_TEXTS.showLog}
                </Button>
              </>
            ) : (
              <bdi className="text-error">{run.error}</bdi>
            )}
          </>
        )}
      </span>
      {isShown && <RunLog run={run} />}
    </>
  );
}

function Runs() {
  const runs = useStore($cronRuns);
  if (!runs.length) return null;
  const forget = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button that has the focus goes with them.
    currentTarget.closest<HTMLElement>('[data-frame]')?.focus();
    forgetCronRuns();
  };
  return (
    <div className="mt-4">
      <Accordion title={CRON_TEXTS.runs} aside={<span className="text-xs text-muted">{runs.length}</span>}>
        <ol aria-label={CRON_TEXTS.runs} className="flex flex-col text-sm">
          {runs.map((run, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a job may be started twice in a moment.
              key={`${run.at}${run.id}${index}`}
              className="flex flex-wrap items-center gap-x-2 border-b border-base-300 last:border-b-0"
            >
              <DateTime value={run.at} />
              <span className="min-w-0 font-mono wrap-anywhere">{run.id}</span>
              {run.error !== undefined && <bdi className="text-error">Could not be started: {run.error}</bdi>}
              {run.error === undefined && (
                <Button
                  variant="ghost"
                  className="ml-auto"
                  aria-label={`${CRON_TEXTS.showLog} of ${run.id}`}
                  onClick={() => showCronLog(run)}
                >
                  {CRON_TEXTS.showLog}
                </Button>
              )}
            </li>
          ))}
        </ol>
        <Button className="mt-2" onClick={forget}>
          {CRON_TEXTS.forget}
        </Button>
      </Accordion>
    </div>
  );
}

function Job({ job }: { readonly job: CronJob }) {
  const { id, expression, purpose } = job;
  const isStarting = useStore($startingCrons).has(id);
  const run = useStore($cronRuns).find((one) => one.id === id);
  const nameId = `cron-${encodeURIComponent(id)}`;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 border-b border-base-300 px-3 py-2 last:border-b-0">
      <div className="min-w-0 basis-64 grow">
        <div id={nameId} className="font-mono text-sm wrap-anywhere">
          {id}
        </div>
        {purpose && <div className="text-xs text-muted">{purpose}</div>}
        <LastRun run={run} nameId={nameId} />
      </div>
      <div className="min-w-0 basis-72 grow">
        <div className="font-mono text-sm wrap-anywhere">{expression}</div>
        <Meaning expression={expression} />
      </div>
      <WriteButton
        icon="icon-[ri--play-circle-line]"
        busy={isStarting}
        aria-describedby={nameId}
        onClick={() => void startCron(id)}
      >
        Run
      </WriteButton>
    </li>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading" data-skeleton="" className="flex flex-col gap-4 py-2">
      {['w-52', 'w-44', 'w-60', 'w-48'].map((width) => (
        <Skeleton key={width} className={`h-9 ${width}`} />
      ))}
    </div>
  );
}

function Content() {
  const load = useStore($crons);
  const { hasCrons } = useStore($can);
  const settings = useStore($settings);
  // What the backend can do may only be said by its settings.
  if (!hasCrons && settings) return <EmptyState text={CRON_TEXTS.notKnown} />;
  if (load.state === 'busy') return <Loading />;
  if (load.state === 'failed')
    return <ErrorState title="The jobs could not be loaded." onRetry={loadCrons} />;
  if (!load.value.length) return <EmptyState text={CRON_TEXTS.empty} />;
  return (
    <>
      <ul aria-label="Jobs" className="rounded-box border border-base-300">
        {load.value.map((job) => (
          <Job key={job.id} job={job} />
        ))}
      </ul>
      <Runs />
    </>
  );
}

function Refresh() {
  const { state } = useStore($crons);
  const { hasCrons } = useStore($can);
  return hasCrons && <RefreshButton busy={state === 'busy'} onRefresh={() => void loadCrons()} />;
}

function Crons() {
  const isHydrated = useIsHydrated();
  useEffect(startCrons, []);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <SettingsHeader title={title}>{isHydrated && <Refresh />}</SettingsHeader>
      <div className="min-h-0 grow overflow-y-auto px-4 py-1 pb-4">
        <div className="wide-content">
          <p className="mb-3 max-w-3xl text-muted">{CRON_TEXTS.intro}</p>
          {isHydrated ? <Content /> : <Loading />}
        </div>
      </div>
    </div>
  );
}

export default island(inFrame(frame), Crons);
