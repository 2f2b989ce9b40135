import { type ReactNode, useDeferredValue, useEffect } from 'react';
import { durationText } from '#domain/logs/duration.ts';
import type { TopEntry } from '#domain/logs/top.ts';
import { usePrerendered } from '#islands/island.tsx';
import { openSlowLists } from '#stores/app/popups.ts';
import { addConditions } from '#stores/logs/add-conditions.ts';
import { $top, startTop } from '#stores/logs/top.ts';

const SHOWN = 3;

interface GroupProps {
  readonly title: string;
  readonly note: string | undefined;
  readonly entries: readonly TopEntry[];
  readonly figureOf: (entry: TopEntry) => string;
  readonly aside?: ReactNode;
}

function Group({ title, note, entries, figureOf, aside }: GroupProps) {
  if (entries.length === 0) return null;
  return (
    <div role="group" aria-label={title} className="top-group">
      <div className="flex h-6 items-center justify-between gap-2 px-1.5 max-sm:h-10">
        <p className="min-w-0 truncate" data-tooltip-clipped="">
          {title} {note}
        </p>
        {aside}
      </div>
      {entries.slice(0, SHOWN).map((entry) => {
        const { name, status, conditions } = entry;
        return (
          <button
            key={JSON.stringify(conditions)}
            type="button"
            data-tooltip={`Show only ${name}`}
            className="btn btn-ghost btn-xs h-6 w-full justify-start gap-2 px-1.5 text-xs font-normal max-sm:h-10"
            onClick={() => addConditions(...conditions)}
          >
            <bdi className="min-w-0 truncate font-mono">{name}</bdi>
            {status !== undefined && <span className="text-error tabular-nums">{status}</span>}
            <span className="shrink-0 font-medium tabular-nums">{figureOf(entry)}</span>
          </button>
        );
      })}
    </div>
  );
}

export const loadSlowLists = () => import('./SlowLists.tsx');

function SlowListsButton() {
  return (
    <button
      type="button"
      data-tooltip="Find indexes that make lists of records faster"
      className="btn btn-ghost btn-xs h-6 shrink-0 px-1.5 text-xs font-medium max-sm:h-10"
      onClick={openSlowLists}
    >
      Slow lists…
    </button>
  );
}

const countOf = ({ count }: TopEntry) => `${count}×`;
const slowestOf = ({ slowest = 0 }: TopEntry) => durationText(slowest);

export default function TopStrip() {
  useEffect(startTop, []);
  // After the rows, which are rendered in the meantime.
  const top = useDeferredValue(usePrerendered($top, undefined), undefined);
  const isEmpty = top && !top.paths.length && !top.failing.length;
  return (
    <div role="region" aria-label="Top paths" className="top-strip" data-empty={isEmpty || undefined}>
      {top && (
        <>
          <Group title="Failing" note={top.notes.failing} entries={top.failing} figureOf={countOf} />
          <Group
            title="Slowest"
            note={top.notes.slowest}
            entries={top.slowest}
            figureOf={slowestOf}
            aside={<SlowListsButton />}
          />
          <Group title="Frequent" note={top.notes.paths} entries={top.paths} figureOf={countOf} />
        </>
      )}
    </div>
  );
}
