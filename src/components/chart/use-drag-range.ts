import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

/** Px of movement from which a press is a drag. */
const THRESHOLD = 5;

export interface Range {
  readonly first: number;
  readonly last: number;
}

/**
 * Selects a range of points with a mouse, a pen or a finger. Escape cancels it, and so does a vertical swipe, which
 * scrolls. A press without a drag selects nothing. Returns the selection so far and the listeners of the element.
 * @param pointAt the index of the point at a horizontal position of the viewport
 */
export function useDragRange(
  pointAt: (clientX: number) => number | undefined,
  onSelect: (first: number, last: number) => void,
) {
  const start = useRef<{ readonly x: number; readonly point: number }>(undefined);
  const [range, setRange] = useState<Range>();
  const isDragging = range !== undefined;

  function cancel() {
    start.current = undefined;
    setRange(undefined);
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    // An open panel must not close too.
    event.stopPropagation();
    cancel();
  });

  useEffect(() => {
    if (!isDragging) return;
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    document.addEventListener('keydown', (event) => onKey(event), options);
    return () => listening.abort();
  }, [isDragging]);

  function down(event: PointerEvent) {
    const point = pointAt(event.clientX);
    if (event.button !== 0 || !event.isPrimary || point === undefined) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, point };
  }

  /** The selection if the pointer is here; undefined while it has not moved far enough. */
  function rangeTo(event: PointerEvent): Range | undefined {
    const point = pointAt(event.clientX);
    if (!start.current || !event.isPrimary || point === undefined) return undefined;
    if (!isDragging && Math.abs(event.clientX - start.current.x) < THRESHOLD) return undefined;
    return { first: Math.min(start.current.point, point), last: Math.max(start.current.point, point) };
  }

  function move(event: PointerEvent) {
    const next = rangeTo(event);
    if (next && (range?.first !== next.first || range.last !== next.last)) setRange(next);
  }

  function up(event: PointerEvent) {
    if (!event.isPrimary) return;
    // The last moves may not have been reported.
    const selected = rangeTo(event);
    cancel();
    if (selected) onSelect(selected.first, selected.last);
  }

  return {
    range,
    listeners: {
      onPointerDown: down,
      onPointerMove: move,
      onPointerUp: up,
      onPointerCancel: cancel,
      onLostPointerCapture: cancel,
    },
  };
}
