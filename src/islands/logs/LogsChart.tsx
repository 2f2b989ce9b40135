import { use, useMemo, useRef, useState } from 'react';
import { IconButton } from '#components/elements/IconButton.tsx';
import { Spinner } from '#components/elements/Spinner.tsx';
import { ZoneContext } from '#components/elements/zone-context.ts';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { useIsSmall } from '#components/hooks/use-is-small.ts';
import { numberText } from '#domain/app/count-text.ts';
import { chartOf, type LogChart, spanOf, totalsIn } from '#domain/logs/chart.ts';
import { shortNumber, summaryText, timeText } from '#domain/logs/chart-text.ts';
import { xTicks, yTicks } from '#domain/logs/chart-ticks.ts';
import { LEVEL_BANDS, type LevelHours, sumOf } from '#domain/logs/levels.ts';
import type { LogStat } from '#domain/logs/log.ts';
import type { SpanBetween } from '#domain/logs/span.ts';

/** Heights in px, also in the class names below. */
const HEIGHT = 120;
const HEIGHT_SMALL = 100;

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
  /** The totals of the levels on screen; undefined while they load. */
  readonly levels?: Partial<LevelHours> | undefined;
  /** Bars that are stacked by level instead of a line. */
  readonly isByLevel?: boolean;
  readonly onByLevel?: (isByLevel: boolean) => void;
  /** Called when the user chooses a time span: by a drag across the chart or in the table. */
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
    const height = isSmall ? HEIGHT_SMALL : HEIGHT;
    return <LineChart data={data} name="Total requests" height={height} onSelect={zoom} />;
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
