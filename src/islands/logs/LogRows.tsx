import { useStore } from '@nanostores/react';
import type { Range } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useIsPainted } from '#components/hooks/use-is-painted.ts';
import { useLoadAhead } from '#components/table/use-load-ahead.ts';
import { useRowHeight } from '#components/table/use-row-height.ts';
import { useRowWindow } from '#components/table/use-row-window.ts';
import type { Log } from '#domain/logs/log.ts';
import { usePrerendered } from '#islands/use-prerendered.ts';
import type { ReadyList } from '#stores/factories/create-list.ts';
import { $logId } from '#stores/logs/detail.ts';
import { $selectedLogs, loadMoreLogs } from '#stores/logs/list.ts';
import { LogRow } from './LogRow.tsx';

/** Number of rows that are rendered together. */
const BATCH = 10;

/** The rows from the first to the last batch that is visible. */
function wholeBatches({ startIndex, endIndex, count }: Range): number[] {
  const first = Math.floor(startIndex / BATCH) * BATCH;
  const end = Math.min(count, Math.ceil((endIndex + 1) / BATCH) * BATCH);
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
}

/** The first visible batch. */
const oneBatch = (range: Range): number[] => wholeBatches(range).slice(0, BATCH);

const idOf = (log: Log) => log.id;

interface Props {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly list: ReadyList<Log>;
  /** Height of the content above the table, in px. */
  readonly marginTop: number;
  readonly focusedId: string | undefined;
}

/** The loaded entries. Invisible rows are not in the page; ARIA attributes give the total count. */
export function LogRows({ scroller, list, marginTop, focusedId }: Props) {
  const { items } = list;
  const selected = useStore($selectedLogs);
  const openedId = usePrerendered($logId, undefined);
  const headHeight = useRowHeight();
  const rowHeight = useRowHeight('logRow');
  // The others follow when the first batch is painted.
  const hasFirstBatch = useIsPainted(true);
  const view = useRowWindow({
    scroller,
    items,
    keyOf: idOf,
    rowHeight,
    marginTop: marginTop + headHeight,
    headHeight,
    kept: focusedId,
    extract: hasFirstBatch ? wholeBatches : oneBatch,
  });
  useLoadAhead(list, view.lastIndex, () => void loadMoreLogs());

  // The row of the opened entry stays in sight while its panel steps through the list.
  const showOpened = useEffectEvent(() => {
    if (openedId !== undefined) view.scrollToRow(openedId);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry was opened.
  useEffect(() => showOpened(), [openedId]);

  return (
    <div role="rowgroup" className="relative" style={{ height: view.height }}>
      {view.rows.map(({ item, index, top }) => (
        <LogRow
          key={item.id}
          log={item}
          index={index}
          top={top}
          isSelected={selected.has(item.id)}
          isOpened={item.id === openedId}
        />
      ))}
    </div>
  );
}
