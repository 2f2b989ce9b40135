import { useRef } from 'react';
import { useRoving } from '#components/keys/use-keys.ts';
import { numberText } from '#domain/app/count-text.ts';
import type { LogChart } from '#domain/logs/chart.ts';
import { stepText, timeText } from '#domain/logs/chart-text.ts';

export interface LogsChartTableProps {
  readonly chart: LogChart;
  readonly onZoom: (index: number) => void;
}

/** The chart as a table of the times with entries, newest first. One tab stop; arrow keys move between the rows. */
export default function LogsChartTable({ chart, onZoom }: LogsChartTableProps) {
  const rows = chart.buckets
    .map(({ total }, index) => ({ total, index }))
    .filter(({ total }) => total > 0)
    .reverse();
  const place = chart.clock.id ? `in the time of ${chart.clock.id}` : 'in local time';
  const body = useRef<HTMLTableSectionElement>(null);
  useRoving(body, 'button', 'tr');
  return (
    <div className="min-h-0 scroll-pt-8 overflow-auto overscroll-contain rounded-field border border-base-300">
      <table className="w-full tabular-nums">
        <caption className="px-3 py-1.5 text-left text-xs text-muted">
          Total requests per {stepText(chart.step)}
          {`, newest first, ${place}`}
        </caption>
        <thead className="sticky top-0 bg-base-200 text-left text-xs">
          <tr>
            {['Time', 'Total requests'].map((name) => (
              <th key={name} scope="col" className="px-3 py-1.5 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map(({ total, index }) => {
            const time = timeText(chart, index);
            return (
              <tr key={chart.buckets[index]?.start} className="border-t border-base-300">
                <th scope="row" className="px-3 py-1 text-left font-normal whitespace-nowrap">
                  {time}
                </th>
                <td className="px-3 py-1">
                  {numberText(total)}
                  <button
                    type="button"
                    className="link float-right text-primary max-sm:py-2.5"
                    aria-label={`Zoom in: ${time}`}
                    onClick={() => onZoom(index)}
                  >
                    Zoom in
                  </button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
