import { type PointerDrag, PointerSensor } from './pointer-sensor.ts';

/** So close to the edge of the list, in px, a drag scrolls it, by so many px in a frame. */
const EDGE = 40;
const SCROLL_STEP = 10;

export interface DragOverList extends Pick<PointerDrag, 'event' | 'active'> {
  readonly scroller: HTMLElement;
  /** Height of what covers the top of the list, in px. */
  readonly covered?: number;
  readonly onStart?: () => void;
  /** The pointer or the list below it has moved; `at` is in px of the window. */
  readonly onMove: (at: { readonly x: number; readonly y: number }) => void;
  readonly onEnd: (isDropped: boolean) => void;
}

/** Drags something over a list, which scrolls while the pointer is near one of its ends. */
export function dragOverList(drag: DragOverList): void {
  const { scroller, covered = 0, onStart, onMove, onEnd } = drag;
  let at = { x: 0, y: 0 };
  let frame = 0;
  function scroll() {
    const { top, bottom } = scroller.getBoundingClientRect();
    const before = scroller.scrollTop;
    scroller.scrollTop += at.y < top + covered + EDGE ? -SCROLL_STEP : at.y > bottom - EDGE ? SCROLL_STEP : 0;
    if (scroller.scrollTop !== before) onMove(at);
    frame = requestAnimationFrame(scroll);
  }
  function end(isDropped: boolean) {
    cancelAnimationFrame(frame);
    onEnd(isDropped);
  }
  new PointerSensor({
    event: drag.event,
    active: drag.active,
    onAbort: () => {},
    onStart: () => {
      onStart?.();
      frame = requestAnimationFrame(scroll);
    },
    onMove: (point) => {
      at = point;
      onMove(at);
    },
    onCancel: () => end(false),
    onEnd: () => end(true),
  });
}
