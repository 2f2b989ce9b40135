import { type RefObject, useEffect, useRef } from 'react';
import { type View, zoomAt } from '#domain/collections/schema/geometry.ts';

/** A press moves something from this distance on, in px. */
const THRESHOLD = 4;
/** How much a turn of the wheel zooms. */
const WHEEL_SPEED = 0.01;
/** The largest part of a turn that counts, in px: a wheel with steps reports 100 and more. */
const MAX_TURN = 40;

type Point = Pick<View, 'x' | 'y'>;

export interface Gestures {
  readonly change: (next: (view: View) => View) => void;
  /** The tile that a press on an element drags; undefined when it moves the view. */
  readonly draggedBy: (target: Element, isTouch: boolean) => string | undefined;
  /** A tile is being dragged by so many px of the window. */
  readonly drag: (id: string, by: Point) => void;
  /** The drag has ended, so many px away; without them it was given up. */
  readonly drop: (id: string, by?: Point) => void;
}

const pointOf = ({ clientX, clientY }: PointerEvent | WheelEvent): Point => ({ x: clientX, y: clientY });
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** Moves and zooms a view by drag, wheel and pinch. Returns whether the last press moved something: it was no click. */
export function useGestures(box: RefObject<HTMLElement | null>, gestures: Gestures): RefObject<boolean> {
  const latest = useRef(gestures);
  latest.current = gestures;
  const hasMoved = useRef(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const stop = new AbortController();
    const pointers = new Map<number, Point>();
    let start: Point = { x: 0, y: 0 };
    let tile: string | undefined;

    const inBox = ({ x, y }: Point): Point => {
      const { left, top } = element.getBoundingClientRect();
      return { x: x - left, y: y - top };
    };

    /** Since the press began, in px of the window. */
    const movedBy = ({ clientX, clientY }: PointerEvent): Point => ({
      x: clientX - start.x,
      y: clientY - start.y,
    });

    function drop(by?: Point) {
      if (tile !== undefined && hasMoved.current) latest.current.drop(tile, by);
      tile = undefined;
    }

    function onDown(event: PointerEvent) {
      const { target, pointerId, button } = event;
      if (!(target instanceof Element) || button > 1) return;
      // The middle button would scroll.
      if (button === 1) event.preventDefault();
      pointers.set(pointerId, pointOf(event));
      drop();
      if (pointers.size > 1) return;
      start = pointOf(event);
      hasMoved.current = false;
      tile = button === 0 ? latest.current.draggedBy(target, event.pointerType === 'touch') : undefined;
    }

    function onMove(event: PointerEvent) {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const now = pointOf(event);
      if (!hasMoved.current && distance(start, now) < THRESHOLD) return;
      if (!hasMoved.current) element?.setPointerCapture(event.pointerId);
      hasMoved.current = true;
      pointers.set(event.pointerId, now);
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      const { change, drag } = latest.current;
      if (other) change((view) => zoomAt(view, distance(now, other) / distance(before, other), inBox(other)));
      else if (tile !== undefined) drag(tile, movedBy(event));
      else change((view) => ({ ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y }));
    }

    function onUp(event: PointerEvent) {
      if (!pointers.delete(event.pointerId)) return;
      drop(event.type === 'pointerup' ? movedBy(event) : undefined);
    }

    function onWheel(event: WheelEvent) {
      event.preventDefault();
      const { deltaX, deltaY, ctrlKey, metaKey, shiftKey } = event;
      const { change } = latest.current;
      if (ctrlKey || metaKey) {
        const turn = Math.max(-MAX_TURN, Math.min(MAX_TURN, deltaY));
        change((view) => zoomAt(view, Math.exp(-turn * WHEEL_SPEED), inBox(pointOf(event))));
      } else {
        const [byX, byY] = shiftKey && !deltaX ? [deltaY, 0] : [deltaX, deltaY];
        change((view) => ({ ...view, x: view.x - byX, y: view.y - byY }));
      }
    }

    const options = { signal: stop.signal };
    element.addEventListener('pointerdown', onDown, options);
    element.addEventListener('pointermove', onMove, options);
    element.addEventListener('pointerup', onUp, options);
    element.addEventListener('pointercancel', onUp, options);
    // React's listeners can't keep the page from zooming.
    element.addEventListener('wheel', onWheel, { ...options, passive: false });
    return () => stop.abort();
  }, [box]);
  return hasMoved;
}
