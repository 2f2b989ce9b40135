import { useState } from 'react';
import { LogsChart } from '#islands/logs/LogsOverview.tsx';

const HOUR = 3_600_000;
/** 12 PM on the test's clock, in Sofia. */
const START = Date.UTC(2026, 10, 15, 10);

const statsOf = (hours: number, total: (hour: number) => number) =>
  Array.from({ length: hours }, (_, hour) => ({
    date: new Date(START + hour * HOUR).toISOString().replace('T', ' '),
    total: total(hour),
  })).filter((stat) => stat.total > 0);

/** Between 0 and 69. */
const wave = (hour: number) => Math.round(34.5 + 34.5 * Math.sin((hour - 6) / 4));

const CASES = {
  Week: statsOf(144, wave),
  'Week and more': statsOf(144, (hour) => wave(hour) + (hour < 100 ? 1 : 0)),
  Year: statsOf(8760, (hour) => wave(hour) + 400),
  Day: statsOf(24, (hour) => hour + 1),
  'One hour': statsOf(1, () => 7),
  'Two days with a gap': [...statsOf(1, () => 1), ...statsOf(48, (hour) => (hour === 47 ? 12_500 : 0))],
  Nothing: [],
  Loading: undefined,
};

const isCase = (name: string): name is keyof typeof CASES => name in CASES;

/** The activity chart of the logs, with the span of the last zoom. */
export function Chart() {
  const [name, setName] = useState<keyof typeof CASES>('Week');
  const [span, setSpan] = useState<{ from: string; to: string }>();
  const [zooms, setZooms] = useState(0);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {Object.keys(CASES).map((key) => (
          <button key={key} type="button" className="btn btn-sm" onClick={() => isCase(key) && setName(key)}>
            {key}
          </button>
        ))}
      </div>
      <section aria-label="Chart">
        <LogsChart
          stats={CASES[name]}
          onZoom={(next) => {
            setSpan(next);
            setZooms((count) => count + 1);
          }}
        />
      </section>
      <p>After the chart</p>
      <output data-zoom="">{span ? `${span.from} to ${span.to}` : 'none'}</output>
      <output data-zooms="">{zooms}</output>
    </div>
  );
}
