import { useDeferredValue } from 'react';
import type { TopEntry } from '#domain/logs/top.ts';
import { usePrerendered } from '#islands/use-prerendered.ts';
import { addConditions } from '#stores/logs/query.ts';
import { $top } from '#stores/logs/top.ts';

/** Entries of a group that have room in one line. */
const SHOWN = 3;

interface GroupProps {
  readonly title: string;
  readonly entries: readonly TopEntry[];
  /** The number that is shown next to a path. */
  readonly figureOf: (entry: TopEntry) => string;
}

function Group({ title, entries, figureOf }: GroupProps) {
  if (entries.length === 0) return null;
  return (
    <div role="group" aria-label={title} className="flex items-center">
      <span className="pr-1 pl-2">{title}</span>
      {entries.slice(0, SHOWN).map((entry) => {
        const { name, status, conditions } = entry;
        return (
          <button
            key={`${name} ${status}`}
            type="button"
            data-tooltip="Show only these logs"
            className="btn btn-ghost btn-xs h-6 gap-1.5 px-1.5 text-xs font-normal max-sm:h-10"
            onClick={() => addConditions(...conditions)}
          >
            <bdi className="max-w-64 truncate font-mono">{name}</bdi>
            {status !== undefined && <span className="text-error tabular-nums">{status}</span>}
            <span className="font-medium tabular-nums">{figureOf(entry)}</span>
          </button>
        );
      })}
    </div>
  );
}

const countOf = ({ count }: TopEntry) => `${count}×`;
const slowestOf = ({ slowest = 0 }: TopEntry) =>
  `${slowest < 10 ? slowest.toFixed(1) : Math.round(slowest)} ms`;

/** The most frequent, slowest and failing paths of the loaded entries; each is a filter. */
export function TopStrip() {
  // After the rows, which are rendered in the meantime.
  const top = useDeferredValue(usePrerendered($top, undefined), undefined);
  return (
    <div role="region" aria-label="Top paths of the loaded logs" className="top-strip">
      {top && (
        <>
          {/* Failures first: a narrow window shows only the beginning. */}
          <Group title="Failing" entries={top.failing} figureOf={countOf} />
          <Group title="Slowest" entries={top.slowest} figureOf={slowestOf} />
          <Group title="Frequent" entries={top.paths} figureOf={countOf} />
        </>
      )}
    </div>
  );
}
