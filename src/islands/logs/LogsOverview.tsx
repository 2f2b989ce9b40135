import { use, useEffect, useState } from 'react';
import { whenIdle } from '#browser/connection.ts';
import { Button } from '#components/elements/Button.tsx';
import { Token } from '#components/elements/Token.tsx';
import { ZoneContext } from '#components/elements/zone-context.ts';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { useIsLow } from '#components/hooks/use-is-small.ts';
import { spanLabel } from '#domain/logs/span.ts';
import { useInitial, usePrerendered } from '#islands/use-prerendered.ts';
import { $settings } from '#stores/app/settings.ts';
import { $isByLevel, $shownLevels, setByLevel } from '#stores/logs/levels.ts';
import { $logs } from '#stores/logs/list.ts';
import { $includesAdmins, $span, $tokens, removeToken, setSpan } from '#stores/logs/query.ts';
import { $found, $stats, refreshStats } from '#stores/logs/stats.ts';
import { DefaultLevels } from './DefaultLevels.tsx';
import { LogsChart } from './LogsChart.tsx';
import { TimePresets } from './TimePresets.tsx';

const levelsFallback = <div className="h-6 max-sm:h-10" />;
const LevelToggles = lazyPart(() => import('./LevelToggles.tsx'), { fallback: levelsFallback });
const topFallback = <div className="top-strip" />;
const TopStrip = lazyPart(() => import('./TopStrip.tsx'), { fallback: topFallback });

/** The longest wait for the first list, in ms: who sees that it is slow may want another one. */
const LIST_MS = 1500;

/** Whether what is above the list may be fetched: before the first rows stand, its code would delay them. */
function useIsComplete(): boolean {
  const isListed = useInitial($logs).state !== 'busy';
  const [isComplete, setComplete] = useState(isListed);
  useEffect(() => {
    if (isComplete) return;
    const complete = () => setComplete(true);
    if (isListed) return whenIdle(complete);
    const timer = setTimeout(complete, LIST_MS);
    return () => clearTimeout(timer);
  }, [isListed, isComplete]);
  return isComplete;
}

/** 'Found N logs', empty while the number is not known. */
function Found() {
  const found = usePrerendered($found, undefined);
  return (
    <span role="status" className="tabular-nums">
      {found !== undefined && `Found ${found} ${found === 1 ? 'log' : 'logs'}`}
    </span>
  );
}

/** Why the list is empty or leaves something out, next to what it can be limited to. */
function Hidden() {
  const includesAdmins = usePrerendered($includesAdmins, false);
  if (usePrerendered($settings, undefined)?.isLogOff)
    return <strong>The log is off: “Max days retention” is 0 in the logs settings.</strong>;
  return !includesAdmins && <span>Requests by admins and by Atoll itself are hidden.</span>;
}

/** The time span and the conditions that limit the list, each with a button that removes it. */
function FilterTokens() {
  const span = usePrerendered($span, undefined);
  const zone = use(ZoneContext);
  const tokens = usePrerendered($tokens, []);
  if (!span && tokens.length === 0) return null;
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-1.5 px-4">
      {span && <Token label={spanLabel(span, zone)} onRemove={() => setSpan(undefined)} />}
      {tokens.map((token) => (
        <Token key={token.rest} label={token.label} onRemove={() => removeToken(token)} />
      ))}
    </ul>
  );
}

function Chart({ isComplete }: { readonly isComplete: boolean }) {
  const { hours, state } = useInitial($stats);
  const levels = useInitial($shownLevels);
  const isByLevel = useInitial($isByLevel);
  if (state === 'failed') {
    return (
      <div className="logs-chart flex items-center justify-center gap-3 text-muted" role="alert">
        The chart could not be loaded.
        <Button icon="icon-[ri--refresh-line]" onClick={() => void refreshStats()}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <LogsChart
      stats={isComplete ? hours : undefined}
      levels={levels}
      isByLevel={isByLevel}
      onByLevel={setByLevel}
      onZoom={setSpan}
    />
  );
}

const LINE = 'flex flex-wrap items-center gap-x-4 gap-y-1 px-4 text-xs text-muted';

/**
 * What is above the list and scrolls with it: levels, time spans, conditions, chart and the most frequent paths. Folded
 * in a low window, where it would leave no room for entries.
 */
export function LogsOverview() {
  const isLow = useIsLow();
  const [isUnfolded, setUnfolded] = useState(false);
  const isComplete = useIsComplete();
  const isWhole = !isLow || isUnfolded;
  return (
    <div className="flex flex-col gap-1 pb-1">
      <div className={`${LINE} pt-2`}>
        {isWhole && <DefaultLevels />}
        <div className="ml-auto flex flex-wrap items-center gap-x-3 max-sm:ml-0 max-sm:w-full max-sm:justify-between">
          {isWhole ? <TimePresets /> : <Hidden />}
          <Found />
          {isLow && (
            <Button variant="ghost" aria-expanded={isWhole} onClick={() => setUnfolded(!isUnfolded)}>
              {isWhole ? 'Hide overview' : 'Show overview'}
            </Button>
          )}
        </div>
      </div>
      {isWhole && (
        <div className={`${LINE} justify-between`}>
          {isComplete ? <LevelToggles /> : levelsFallback}
          <Hidden />
        </div>
      )}
      <FilterTokens />
      {isWhole && (
        <>
          <div className="px-4">
            <Chart isComplete={isComplete} />
          </div>
          {isComplete ? <TopStrip /> : topFallback}
        </>
      )}
    </div>
  );
}
