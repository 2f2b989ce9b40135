// chunks: other settings
import { useStore } from '@nanostores/react';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { useIsHydrated } from '#components/hooks/use-is-hydrated.ts';
import { inFrame, island } from '#islands/island.tsx';
import { routes } from '#routing/routes.ts';
import { $can } from '#stores/app/capabilities.ts';
import { $settings } from '#stores/app/settings.ts';
import { SettingsHeader } from './SettingsHeader.tsx';

const { frame, title } = routes.settingsSql;

function Loading() {
  return (
    <div role="status" aria-label="Loading" data-skeleton="" className="flex flex-col gap-4 py-2">
      <Skeleton className="h-32 w-full" />
      <Skeleton className="h-9 w-52" />
    </div>
  );
}

const SqlScreen = lazyPart(() => import('./sql/SqlScreen.tsx'), { fallback: <Loading /> });

function Content() {
  const { runsSql } = useStore($can);
  const settings = useStore($settings);
  if (runsSql) return <SqlScreen />;
  // What the backend can do may only be said by its settings.
  if (!settings) return <Loading />;
  return <EmptyState text="This backend is not known to run SQL: PocketBase does from 0.39 on." />;
}

function Sql() {
  const isHydrated = useIsHydrated();
  return (
    <div className="flex h-full min-h-0 flex-col">
      <SettingsHeader title={title} />
      <div className="min-h-0 grow overflow-y-auto px-4 py-1 pb-4">
        {isHydrated ? <Content /> : <Loading />}
      </div>
    </div>
  );
}

export default island(inFrame(frame), Sql);
