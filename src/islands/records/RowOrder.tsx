import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { announce } from '#components/elements/announce.ts';
import { dragOverList } from '#components/sortable/drag-over-list.ts';
import { shownRows } from '#stores/records/list.ts';
import { moveRowBefore, moveRowTo } from '#stores/records/order/move.ts';
import type { Order } from '#stores/records/order/state.ts';
import type { TableWindow } from './use-table-window.ts';

export interface RowOrderProps {
  readonly order: Order;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly rows: TableWindow['rows'];
  /** Height of all rows, in px. */
  readonly height: number;
  readonly count: number;
}

/** The handles are for the pointer only: Alt with the arrows and the menu of a cell move a row, too. */
export default function RowOrder({ order, scroller, rows, height, count }: RowOrderProps) {
  const layer = useRef<HTMLDivElement>(null);
  /** Before which row the dragged one would be dropped. */
  const [gap, setGap] = useState<number>();
  const isUsable = order.state !== 'none';
  const rowHeight = count ? height / count : 0;

  useEffect(() => {
    const stop = new AbortController();
    const onKey = (event: KeyboardEvent) => {
      const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
      const row = event.target instanceof Element && event.target.closest<HTMLElement>('[data-row-id]');
      if (!event.altKey || !by || !row) return;
      event.preventDefault();
      event.stopPropagation();
      void moveRowTo(row.dataset['rowId'] ?? '', (index) => {
        const place = Math.min(Math.max(index + by, 0), count - 1);
        if (isUsable) announce(`Row ${place + 1} of ${count}`);
        return place;
      }).then(() => row.scrollIntoView({ block: 'nearest' }));
    };
    // Before the keys of the list.
    scroller.current?.addEventListener('keydown', onKey, { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, [scroller, count, isUsable]);

  function drag({ nativeEvent, isPrimary, button }: PointerEvent, id: string) {
    const box = scroller.current;
    if (!isPrimary || button !== 0 || !box) return;
    nativeEvent.preventDefault();
    let found: number | undefined;
    dragOverList({
      event: nativeEvent,
      active: id,
      scroller: box,
      // The header covers the first row.
      covered: rowHeight,
      onMove: ({ y }) => {
        const top = layer.current?.getBoundingClientRect().top ?? 0;
        // More rows may have been loaded since the press.
        found = Math.min(Math.max(Math.round((y - top) / rowHeight), 0), shownRows().length);
        setGap(found);
      },
      onEnd: (isDropped) => {
        setGap(undefined);
        if (isDropped && found !== undefined) void moveRowBefore(id, shownRows()[found]?.id);
      },
    });
  }

  return (
    <div
      ref={layer}
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 max-sm:hidden"
      data-row-order={order.state}
    >
      {rows.map(({ item, top }) => (
        <div key={item.id} className="absolute inset-x-0" style={{ top, height: rowHeight }}>
          <span
            data-row-handle=""
            data-tooltip={isUsable ? undefined : `Sort the list by ${order.field.name} to move rows.`}
            className={`pointer-events-auto sticky left-0 z-10 grid h-full w-3.5 touch-none place-items-center text-muted ${isUsable ? 'cursor-grab' : 'opacity-40'}`}
            onPointerDown={isUsable ? (event) => drag(event, item.id) : undefined}
          >
            <span className="icon-[ri--draggable] size-3.5" />
          </span>
        </div>
      ))}
      {gap !== undefined && (
        <div
          className="absolute inset-x-0 z-10 border-t-2 border-primary"
          style={{ top: gap * rowHeight - 1 }}
        />
      )}
    </div>
  );
}
