import { useStore } from '@nanostores/react';
import { type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { Spinner } from '#components/elements/Button.tsx';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { ZoneContext } from '#components/elements/zone-context.ts';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { Select } from '#components/form/Select.tsx';
import { useRoving } from '#components/keys/use-keys.ts';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { numberText, recordCount } from '#domain/app/count-text.ts';
import type { Column } from '#domain/collections/columns.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import { shortNumber, stepText, timeText, xTicks, yTicks } from '#domain/logs/chart-text.ts';
import {
  bucketFilter,
  bucketText,
  computedText,
  dateChart,
  dateFilter,
  dateSteps,
  dateStepText,
  figuresOf,
  figureText,
  histogram,
  UTC_CLOCK,
} from '#domain/records/summary.ts';
import { $hash } from '#stores/app/route.ts';
import { stopAll } from '#stores/base/running.ts';
import { filterBy } from '#stores/records/filter-by.ts';
import { createSummary, type FieldSummary, type Summary } from '#stores/records/summary.ts';
import { closeRecordTool } from '#stores/records/tools.ts';

const CHART_HEIGHT = 140;

const LineChart = lazyPart(() => import('#components/chart/LineChart.tsx'), {
  fallback: <div className="h-35" />,
});

function choose(filter: string): void {
  filterBy(filter);
  closeRecordTool();
}

/** A group of records: the values that they share, their number, and the condition that finds them. */
interface Line {
  readonly key: string;
  readonly text: string;
  readonly total: number;
  readonly filter: string | undefined;
}

interface LinesProps {
  readonly caption: string;
  readonly lines: readonly Line[];
}

/** Groups of records; choosing one narrows the list to it. One tab stop; arrow keys move between the rows. */
function Lines({ caption, lines }: LinesProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  useRoving(body, 'button', 'tr');
  const most = Math.max(1, ...lines.map(({ total }) => total));
  return (
    <table className="mt-3 w-full table-fixed border-t border-base-300 tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-left text-xs text-muted">
        <tr>
          <th scope="col" className="py-1.5 font-medium">
            Value
          </th>
          <th scope="col" className="w-20 py-1.5 text-right font-medium sm:w-24">
            Records
          </th>
          <td className="w-1/4 sm:w-2/5" />
        </tr>
      </thead>
      <tbody ref={body}>
        {lines.map(({ key, text, total, filter }) => (
          <tr key={key} className="border-t border-base-300">
            <th scope="row" className="py-1 text-left font-normal [overflow-wrap:anywhere]">
              {filter === undefined || total === 0 ? (
                <bdi className="text-muted">{text}</bdi>
              ) : (
                <button
                  type="button"
                  className="link text-left text-primary max-sm:py-2.5"
                  data-tooltip="Show only these records"
                  onClick={() => choose(filter)}
                >
                  <bdi>{text}</bdi>
                </button>
              )}
            </th>
            <td className={`py-1 text-right ${total ? '' : 'text-muted'}`}>{numberText(total)}</td>
            <td className="py-1 pl-3">
              <div className="h-2 rounded-full bg-info" style={{ width: `${(100 * total) / most}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface BarsProps {
  readonly label: string;
  readonly lines: readonly Line[];
  readonly xTicks: (max: number) => readonly { readonly index: number; readonly label: string }[];
  /** The condition of all bars from one to another. */
  readonly filterOf: (first: number, last: number) => string | undefined;
}

/** Bars without gaps between them. Dragging over them narrows the list, as choosing a line of the table does. */
function Bars({ label, lines, xTicks: ticks, filterOf }: BarsProps) {
  const data = useMemo(() => {
    const values = lines.map(({ total }) => total);
    return {
      ...{ label, values, xTicks: ticks, valueText: numberText },
      parts: [{ name: 'Records', values, tone: 'info' as const }],
      titleOf: (first: number, last = first) =>
        first === last ? (lines[first]?.text ?? '') : `${lines[first]?.text} … ${lines[last]?.text}`,
      yTicks: yTicks(Math.max(0, ...values)).map((value) => ({ value, label: shortNumber(value) })),
    };
  }, [label, lines, ticks]);
  return (
    <LineChart
      data={data}
      name="Records"
      height={CHART_HEIGHT}
      onSelect={(first, last) => {
        const filter = filterOf(first, last);
        if (filter !== undefined) choose(filter);
      }}
    />
  );
}

function Figures({ figures }: { readonly figures: readonly (readonly [name: string, text: string])[] }) {
  return (
    <dl className="mb-3 flex flex-wrap gap-x-6 gap-y-1 tabular-nums">
      {figures.map(([name, text]) => (
        <div key={name}>
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="[overflow-wrap:anywhere]">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

type Of<Kind extends Summary['kind']> = Extract<Summary, { readonly kind: Kind }>;

interface PartProps<Kind extends Summary['kind']> {
  readonly column: Column;
  readonly summary: Of<Kind>;
}

function Numbers({ column, summary }: PartProps<'numbers'>) {
  const { values, read } = summary;
  const [lines, ticks, filterOf] = useMemo(() => {
    const buckets = histogram(values);
    const areWhole = values.every(Number.isInteger);
    const made = buckets.map(
      (bucket): Line => ({
        key: String(bucket.from),
        text: bucketText(bucket, areWhole),
        total: bucket.total,
        filter: bucketFilter(column, bucket),
      }),
    );
    const shown = (max: number) => {
      const every = Math.ceil(buckets.length / max);
      return buckets.flatMap(({ from }, index) =>
        index % every ? [] : [{ index, label: figureText(from, 4) }],
      );
    };
    const between = (first: number, last: number) => {
      const [from, to] = [buckets[first]?.from, buckets[last]?.to];
      return from === undefined || to === undefined ? undefined : bucketFilter(column, { from, to });
    };
    return [made, shown, between];
  }, [values, column]);
  const figures = useMemo(() => figuresOf(values), [values]);
  if (!figures) return <EmptyState text="No record has a number in this field." />;
  const { count, min, max, mean, sum } = figures;
  const empty = read - count;
  return (
    <>
      <Figures
        figures={[
          ['Least', figureText(min)],
          ['Greatest', figureText(max)],
          ['Mean', computedText(mean, 8)],
          ['Sum', computedText(sum)],
          ...(empty ? [['Without a number', numberText(empty)] as const] : []),
        ]}
      />
      <Bars
        label={`${column.name}: ${recordCount(count)}, from ${figureText(min)} to ${figureText(max)}. The table below has the same numbers.`}
        lines={lines}
        xTicks={ticks}
        filterOf={filterOf}
      />
      <Lines caption={`Records by ${column.name}`} lines={lines} />
    </>
  );
}

function Dates({ column, summary }: PartProps<'dates'>) {
  const { times, read } = summary;
  const clock = use(ZoneContext) ?? UTC_CLOCK;
  const [possible, usual] = useMemo(() => dateSteps(times, clock), [times, clock]);
  const [chosen, setChosen] = useState<string>();
  const step = possible.find((one) => dateStepText(one) === chosen) ?? usual;
  const [chart, lines] = useMemo(() => {
    const made = step && dateChart(times, step, clock);
    const all = made?.buckets.map(
      ({ start, end, total }, index): Line => ({
        key: String(start),
        text: timeText(made, index),
        total,
        filter: dateFilter(column, start, end),
      }),
    );
    return [made, all ?? []];
  }, [times, step, clock, column]);
  const empty = read - times.length;
  if (!step || !chart) return <EmptyState text="No record has a date in this field." />;
  return (
    <>
      <Select
        label="By"
        isFixed
        className="mb-3 max-w-40"
        options={possible.map((one) => ({ value: dateStepText(one), label: dateStepText(one) }))}
        value={dateStepText(step)}
        onChange={setChosen}
      />
      <Bars
        label={`${column.name} per ${stepText(step)}: ${recordCount(times.length)}, ${timeText(chart, 0, chart.buckets.length - 1)}. The table below has the same numbers.`}
        lines={lines}
        xTicks={(max) => xTicks(chart, max)}
        filterOf={(first, last) => {
          const [from, to] = [chart.buckets[first]?.start, chart.buckets[last]?.end];
          return from === undefined || to === undefined ? undefined : dateFilter(column, from, to);
        }}
      />
      <p className="mt-1 text-xs text-muted">
        In {clock.id}
        {empty > 0 && `. ${recordCount(empty)} without a date`}
      </p>
      <Lines
        caption={`Records by ${column.name}, latest first`}
        lines={lines.filter(({ total }) => total > 0).reverse()}
      />
    </>
  );
}

function Groups({ column, summary }: PartProps<'groups'>) {
  const { groups, texts, more, others } = summary;
  const textOf = (value: string): string => {
    if (!value) return 'Empty';
    if (column.type === 'bool') return value === 'true' ? 'True' : 'False';
    return column.type === 'relation' ? (texts.get(value) ?? `${value} (not found)`) : value;
  };
  const lines = groups.map((group): Line => ({ ...group, key: group.value, text: textOf(group.value) }));
  const other = { key: ' ', text: 'Other values', total: others, filter: undefined };
  const hasSeveral = column.field !== undefined && isMultiple(column.field);
  return (
    <>
      {hasSeveral && <p className="text-muted">A record with several values counts in each of them.</p>}
      <Lines caption={`Records by ${column.name}`} lines={others ? [...lines, other] : lines} />
      {more > 0 && <p className="mt-2 text-muted">And {numberText(more)} more, each with fewer records.</p>}
    </>
  );
}

function SummaryView({ column, summary }: { readonly column: Column; readonly summary: Summary }) {
  if (!summary.read) return <EmptyState text="No records found." />;
  if (summary.kind === 'numbers') return <Numbers {...{ column, summary }} />;
  if (summary.kind === 'dates') return <Dates {...{ column, summary }} />;
  return <Groups {...{ column, summary }} />;
}

function Loaded({ summary: store, column }: { readonly summary: FieldSummary; readonly column: Column }) {
  const load = useStore(store.$summary);
  const read = useStore(store.$read);
  if (load.state === 'busy')
    return (
      <div className="grid min-h-40 place-items-center">
        <span className="flex items-center gap-2 text-muted">
          <Spinner label="Loading summary..." />
          {read > 0 && <span className="tabular-nums">{recordCount(read)}</span>}
        </span>
      </div>
    );
  if (load.state === 'failed')
    return <ErrorState title="The summary could not be loaded." error={load.error} onRetry={store.load} />;
  if (!load.value) return null;
  const { read: total, isWhole } = load.value;
  return (
    <>
      <p role="status" className="mb-3">
        {isWhole
          ? recordCount(total)
          : `Of the first ${recordCount(total)} by id: there are more, which are not in these numbers.`}
      </p>
      <SummaryView key={column.id} column={column} summary={load.value} />
    </>
  );
}

function Panel({ summary }: { readonly summary: FieldSummary }): ReactNode {
  const { collection, search, columns } = summary;
  const column = useStore(summary.$column);
  useEffect(() => {
    void summary.load();
    return stopAll(summary.stop, $hash.listen(closeRecordTool));
  }, [summary]);
  return (
    <OverlayPanel size="md" title="Group and chart" onRequestClose={closeRecordTool} cancel="Close">
      <p className="mb-3 text-muted">
        {search ? 'Of the' : 'Of all'} records of <bdi>{collection.name}</bdi>
        {search && (
          <>
            {' '}
            that match <code className="wrap-anywhere">{search}</code>
          </>
        )}
        . Choosing a line shows only its records.
      </p>
      {column ? (
        <>
          <Select
            label="Field"
            isFixed
            className="mb-3"
            icon={FIELD_ICONS[column.type]}
            options={columns.map(({ id, name }) => ({ value: id, label: name }))}
            value={column.id}
            onChange={summary.choose}
          />
          <Loaded summary={summary} column={column} />
        </>
      ) : (
        <EmptyState text="No field of this collection has values to count: numbers, dates, bools, selects or relations." />
      )}
    </OverlayPanel>
  );
}

export default function SummaryPanel() {
  const [summary] = useState(createSummary);
  return summary && <Panel summary={summary} />;
}
