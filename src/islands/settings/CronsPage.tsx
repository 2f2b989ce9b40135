// chunks: other settings
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { DateTime } from '#components/elements/DateTime.tsx';
import { RefreshButton } from '#components/elements/RefreshButton.tsx';
import { WriteButton } from '#components/elements/WriteButton.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { useIsHydrated } from '#components/hooks/use-is-hydrated.ts';
import { CRON_TEXTS, type CronJob } from '#domain/settings/crons.ts';
import { inFrame, island } from '#islands/island.tsx';
import { routes } from '#routing/routes.ts';
import { $settings } from '#stores/app/settings.ts';
import {
  $can,
  $crons,
  $startedCrons,
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

function Started({ when }: { readonly when: string | undefined }) {
  return (
    <span role="status" className="flex flex-wrap items-center gap-x-1 text-xs text-muted">
      {when && when !== 'busy' && (
        <>
          Started <DateTime value={when} />
          <Button variant="ghost" onClick={showCronLog}>
            {CRON_TEXTS.showLog}
          </Button>
        </>
      )}
    </span>
  );
}

function Job({ job }: { readonly job: CronJob }) {
  const { id, expression, purpose } = job;
  const when = useStore($startedCrons).get(id);
  const nameId = `cron-${encodeURIComponent(id)}`;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 border-b border-base-300 px-3 py-2 last:border-b-0">
      <div className="min-w-0 basis-64 grow">
        <div id={nameId} className="font-mono text-sm wrap-anywhere">
          {id}
        </div>
        {purpose && <div className="text-xs text-muted">{purpose}</div>}
        <Started when={when} />
      </div>
      <div className="min-w-0 basis-72 grow">
        <div className="font-mono text-sm wrap-anywhere">{expression}</div>
        <Meaning expression={expression} />
      </div>
      <WriteButton
        icon="icon-[ri--play-circle-line]"
        busy={when === 'busy'}
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
    <ul aria-label="Jobs" className="rounded-box border border-base-300">
      {load.value.map((job) => (
        <Job key={job.id} job={job} />
      ))}
    </ul>
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
