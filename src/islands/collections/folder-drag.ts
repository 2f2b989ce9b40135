import type { PointerEvent as ReactPointerEvent } from 'react';
import { PointerSensor } from '#components/sortable/pointer-sensor.ts';
import { type Drop, dropAt, type SidebarRow } from '#domain/collections/folders.ts';

const ROW = '[data-row-id]';
/** So close to the edge of the list, in px, a drag scrolls it, by so many px in a frame. */
const EDGE = 36;
const SCROLL_STEP = 8;

interface DragOptions {
  readonly scroller: HTMLElement;
  /** Returns the present rows. */
  readonly read: () => readonly SidebarRow[];
  readonly drop: (row: SidebarRow, drop: Drop) => void;
}

/** The line or box that shows where the row goes: a border, because forced colours leave no shadows. */
function createMark(): HTMLElement {
  const mark = document.createElement('div');
  mark.style.cssText =
    'position:fixed;z-index:var(--layer-drawer);pointer-events:none;border:0 solid var(--color-primary);border-radius:var(--radius-field)';
  return mark;
}

function place(mark: HTMLElement, { top, left, width, height }: DOMRect, kind: Drop['mark']): void {
  const isLine = kind === 'before' || kind === 'after';
  Object.assign(mark.style, {
    left: `${left + 6}px`,
    width: `${width - 12}px`,
    top: `${kind === 'after' ? top + height - 1 : isLine ? top - 1 : top}px`,
    height: isLine ? '0' : `${height}px`,
    borderWidth: isLine ? '2px 0 0' : '2px',
  });
}

/** Drags a row with the mouse from anywhere, with a finger by its button; elsewhere a finger scrolls. */
export function startDrag(event: ReactPointerEvent, { scroller, read, drop }: DragOptions): void {
  const { target, nativeEvent, pointerType, isPrimary, button } = event;
  if (!(target instanceof Element) || !isPrimary || button !== 0) return;
  const element = target.closest<HTMLElement>(`${ROW}[data-movable]`);
  const isHandle = target.closest('[aria-haspopup=menu]') !== null;
  if (!element || target.closest('input, [role=menu]') || (pointerType !== 'mouse' && !isHandle)) return;
  const key = element.dataset['rowId'];
  const dragged = read().find((row) => row.key === key);
  if (!dragged) return;

  const mark = createMark();
  let at = { x: 0, y: 0 };
  let frame = 0;
  let found: Drop | undefined;

  function update() {
    const below = document.elementFromPoint(at.x, at.y);
    const isInside = below !== null && scroller.contains(below);
    const row = below?.closest<HTMLElement>(ROW);
    const rect = row?.getBoundingClientRect();
    const isLower = rect !== undefined && at.y > rect.top + rect.height / 2;
    found = dragged && isInside ? dropAt(read(), dragged, row?.dataset['rowId'], isLower) : undefined;
    mark.hidden = !found;
    if (found)
      place(mark, (found.mark === 'out' ? undefined : rect) ?? scroller.getBoundingClientRect(), found.mark);
  }

  function scroll() {
    const { top, bottom } = scroller.getBoundingClientRect();
    const step = at.y < top + EDGE ? -SCROLL_STEP : at.y > bottom - EDGE ? SCROLL_STEP : 0;
    const before = scroller.scrollTop;
    scroller.scrollTop += step;
    if (scroller.scrollTop !== before) update();
    frame = requestAnimationFrame(scroll);
  }

  function stop() {
    cancelAnimationFrame(frame);
    mark.remove();
    document.documentElement.style.cursor = '';
    if (element) element.style.opacity = '';
  }

  new PointerSensor({
    event: nativeEvent,
    active: dragged.key,
    onAbort: () => {},
    onStart: () => {
      element.style.opacity = '0.5';
      document.documentElement.style.cursor = 'grabbing';
      document.body.append(mark);
      frame = requestAnimationFrame(scroll);
    },
    onMove: (point) => {
      at = point;
      update();
    },
    onCancel: stop,
    onEnd: () => {
      stop();
      if (dragged && found) drop(dragged, found);
    },
  });
}
