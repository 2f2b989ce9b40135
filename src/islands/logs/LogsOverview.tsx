import { Button } from '#components/elements/Button.tsx';
import { useInitial, usePrerendered } from '#islands/use-prerendered.ts';
import { $logs } from '#stores/logs/list.ts';
import { setSpan } from '#stores/logs/query.ts';
import { $found, $stats, refreshStats } from '#stores/logs/stats.ts';
import { DefaultLevels } from './DefaultLevels.tsx';
import { FilterTokens } from './FilterTokens.tsx';
import { LogsChart } from './LogsChart.tsx';
import { TimePresets } from './TimePresets.tsx';
import { TopStrip } from './TopStrip.tsx';

/** 'Found N logs', empty while the number is not known. */
function Found() {
  const found = usePrerendered($found, undefined);
  return (
    <span role="status" className="tabular-nums">
      {found !== undefined && `Found ${found} ${found === 1 ? 'log' : 'logs'}`}
    </span>
  );
}

function Chart() {
  const { hours, state } = useInitial($stats);
  // On a slow connection the code of the chart would delay the first rows.
  const isListed = useInitial($logs).state !== 'busy';
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
  return <LogsChart stats={isListed ? hours : undefined} onZoom={setSpan} />;
}

/** What is above the list and scrolls with it: levels, time spans, conditions, chart and the most frequent paths. */
export function LogsOverview() {
  return (
    <div className="flex flex-col gap-1 pb-1">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pt-2 text-xs text-muted">
        <DefaultLevels />
        <div className="ml-auto flex flex-wrap items-center gap-x-3 max-sm:ml-0 max-sm:w-full max-sm:justify-between">
          <TimePresets />
          <Found />
        </div>
      </div>
      <FilterTokens />
      <div className="px-4">
        <Chart />
      </div>
      <TopStrip />
    </div>
  );
}
