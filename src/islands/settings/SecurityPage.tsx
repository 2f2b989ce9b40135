// chunks: other settings
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { useIsHydrated } from '#components/hooks/use-is-hydrated.ts';
import { inFrame, island } from '#islands/island.tsx';
import { routes } from '#routing/routes.ts';
import { SettingsHeader } from './SettingsHeader.tsx';

const { frame, title } = routes.settingsSecurity;

function Loading() {
  return (
    <div role="status" aria-label="Loading" data-skeleton="" className="flex flex-col gap-4 py-2">
      {['w-52', 'w-44', 'w-60', 'w-48'].map((width) => (
        <Skeleton key={width} className={`h-9 ${width}`} />
      ))}
    </div>
  );
}

const Desk = lazyPart(() => import('./security/Desk.tsx'), { fallback: <Loading /> });

function Security() {
  const isHydrated = useIsHydrated();
  return (
    <div className="flex h-full min-h-0 flex-col">
      <SettingsHeader title={title} />
      <div className="min-h-0 grow overflow-y-auto px-4 py-1 pb-4">
        <div className="wide-content">{isHydrated ? <Desk /> : <Loading />}</div>
      </div>
    </div>
  );
}

export default island(inFrame(frame), Security);
