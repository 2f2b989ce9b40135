import { use, useEffect, useMemo, useRef, useState } from 'react';
import { whenIdle } from '#browser/connection.ts';
import { Button, Spinner } from '#components/elements/Button.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { Token } from '#components/elements/Token.tsx';
import { ZoneContext } from '#components/elements/zone-context.ts';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { useIsLow, useIsSmall } from '#components/hooks/use-is-small.ts';
import { numberText } from '#domain/app/count-text.ts';
import type { LogStat } from '#domain/backend/log.ts';
import { chartOf, type LogChart, spanOf, totalsIn } from '#domain/logs/chart.ts';
import { shortNumber, summaryText, timeText, xTicks, yTicks } from '#domain/logs/chart-text.ts';
import { LEVEL_BANDS, type LevelHours, sumOf } from '#domain/logs/levels.ts';
import { type SpanBetween, spanLabel } from '#domain/logs/span.ts';
import { useInitial, usePrerendered } from '#islands/island.tsx';
import { useAdministratorWord } from '#islands/use-administrator-word.ts';
import { $settings } from '#stores/app/settings.ts';
import { $isByLevel, $shownLevels, setByLevel } from '#stores/logs/levels.ts';
import { $logs } from '#stores/logs/list.ts';
import { $found, $stats, refreshStats } from '#stores/logs/live.ts';
import { $includesAdmins, $span, $tokens, removeToken, setSpan } from '#stores/logs/query.ts';
import { DefaultLevels } from './DefaultLevels.tsx';
import { TimePresets } from './TimePresets.tsx';

const loading = (
  <div className="place-self-center text-lg text-muted">
    <Spinner label="Loading chart..." />
  </div>
);

const LineChart = lazyPart(() => import('#components/chart/LineChart.tsx'), { fallback: loading });
const LogsChartTable = lazyPart(() => import('./LogsChartTable.tsx'), { fallback: loading });

const TONES = { error: 'error', warn: 'warning', info: 'info', debug: 'muted' } as const;

/** The bars' parts; none without entries, for which a line is drawn. */
const partsOf = (chart: LogChart, levels: Partial<LevelHours>) =>
  LEVEL_BANDS.flatMap(({ id, name }) => {
    const hours = levels[id] ?? [];
    return sumOf(hours) ? { name, values: totalsIn(chart, hours), tone: TONES[id] } : [];
  });

function lineData(chart: LogChart, levels: LogsChartProps['levels']) {
  const parts = levels && partsOf(chart, levels);
  return {
    label: summaryText(chart),
    values: chart.buckets.map(({ total }) => total),
    parts: parts?.length ? parts : undefined,
    titleOf: (first: number, last = first) => timeText(chart, first, last),
    valueText: numberText,
    xTicks: (max: number) => xTicks(chart, max),
    yTicks: yTicks(Math.max(0, ...chart.buckets.map(({ total }) => total))).map((value) => ({
      value,
      label: shortNumber(value),
    })),
  };
}

export interface LogsChartProps {
  /** Undefined while they load. */
  readonly stats: readonly LogStat[] | undefined;
  readonly levels?: Partial<LevelHours> | undefined;
  readonly isByLevel?: boolean;
  readonly onByLevel?: (isByLevel: boolean) => void;
  readonly onZoom: (span: SpanBetween) => void;
}

/** The number of entries over time, as a chart or as a table. */
export function LogsChart({ stats, levels, isByLevel = false, onByLevel, onZoom }: LogsChartProps) {
  const [isTable, setIsTable] = useState(false);
  const isSmall = useIsSmall();
  const toggle = useRef<HTMLButtonElement>(null);
  const zone = use(ZoneContext);
  const chart = useMemo(() => stats && chartOf(stats, zone), [stats, zone]);
  const shownLevels = isByLevel ? levels : undefined;
  const data = useMemo(() => chart && lineData(chart, shownLevels), [chart, shownLevels]);
  function zoom(first: number, last = first) {
    const span = chart && spanOf(chart, first, last);
    if (span) onZoom(span);
  }

  function zoomFromTable(index: number) {
    // The button in the row is about to disappear with the table.
    toggle.current?.focus();
    zoom(index);
  }

  function content() {
    if (!chart || !data) return loading;
    if (isTable) return <LogsChartTable chart={chart} onZoom={zoomFromTable} />;
    if (chart.buckets.length === 0) return null;
    // Heights of the class names below.
    return <LineChart data={data} name="Total requests" height={isSmall ? 100 : 120} onSelect={zoom} />;
  }

  return (
    <div className="flex items-start gap-1">
      <div
        className={`grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] ${isTable ? 'h-60' : 'min-h-25 sm:min-h-30'}`}
      >
        {content()}
      </div>
      <div className="flex flex-col">
        <IconButton
          ref={toggle}
          variant="small"
          icon={isTable ? 'icon-[ri--line-chart-line]' : 'icon-[ri--table-line]'}
          label={isTable ? 'Show as chart' : 'Show as table'}
          tooltipSide="left"
          onClick={() => setIsTable(!isTable)}
        />
        {onByLevel && !isTable && (
          <IconButton
            variant="small"
            icon={isByLevel ? 'icon-[ri--line-chart-line]' : 'icon-[ri--bar-chart-line]'}
            label={isByLevel ? 'Show as line' : 'Show by level'}
            tooltipSide="left"
            onClick={() => onByLevel(!isByLevel)}
          />
        )}
      </div>
    </div>
  );
}

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
  const { word } = useAdministratorWord();
  if (usePrerendered($settings, undefined)?.isLogOff)
    return <strong>The log is off: “Max days retention” is 0 in the logs settings.</strong>;
  return !includesAdmins && <span>{`Requests by ${word}s and by Atoll itself are hidden.`}</span>;
}

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

/** What is above the list and scrolls with it; folded in a low window, where it would leave no room for entries. */
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
