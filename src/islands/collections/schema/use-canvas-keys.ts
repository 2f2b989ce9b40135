import { type KeyboardEvent, useRef, useState } from 'react';
import type { Diagram } from '#domain/collections/schema/diagram.ts';
import { DIRECTIONS, isDirection, nearest, type View } from '#domain/collections/schema/geometry.ts';
import type { Places } from '#domain/collections/schema/places.ts';
import { $selected, placeTile } from '#stores/collections/schema/diagram.ts';

/** How far a key moves the view, and a tile, in px. */
const PAN = 80;
const MOVE = 20;

export interface CanvasKeys {
  readonly diagram: Diagram;
  readonly places: Places;
  readonly change: (next: (view: View) => View) => void;
  readonly zoom: (direction: 1 | -1) => void;
  readonly showAll: () => void;
  /** Moves the focus to a tile. */
  readonly focusTile: (id: string) => void;
}

/** The id of the tile in which an element is. */
export const tileOf = (target: EventTarget): string | undefined =>
  target instanceof Element
    ? (target.closest<HTMLElement>('[data-tile]')?.dataset['tile'] ?? undefined)
    : undefined;

/** The keys of the diagram, for its box. With the space bar held, a press drags the view even on a tile. */
export function useCanvasKeys({ diagram, places, change, zoom, showAll, focusTile }: CanvasKeys) {
  const [isHand, setIsHand] = useState(false);
  const wasUsed = useRef(false);

  function onArrow({ key, target, altKey, shiftKey }: KeyboardEvent): boolean {
    if (!isDirection(key)) return false;
    const [dx, dy] = DIRECTIONS[key];
    const id = tileOf(target);
    // Without a tile to move, the browser goes back.
    if (id === undefined && altKey) return false;
    if (id === undefined || shiftKey) {
      change((view) => ({ ...view, x: view.x - dx * PAN, y: view.y - dy * PAN }));
    } else if (altKey) {
      const [x, y] = places[id] ?? [0, 0];
      placeTile(id, [x + dx * MOVE, y + dy * MOVE]);
    } else {
      const next = nearest(diagram, places, id, key);
      if (next !== undefined) focusTile(next);
    }
    return true;
  }

  function onKey(event: KeyboardEvent): boolean {
    if (onArrow(event)) return true;
    const { key } = event;
    if (key === '+' || key === '=') zoom(1);
    else if (key === '-') zoom(-1);
    else if (key === '0') showAll();
    else if (key === 'Escape' && $selected.get() !== undefined) $selected.set(undefined);
    else return false;
    return true;
  }

  return {
    isHand,
    onHandUsed: () => {
      wasUsed.current = true;
    },
    onKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, target, currentTarget } = event;
      if (event.defaultPrevented || ctrlKey || metaKey) return;
      if (key === ' ') {
        setIsHand(true);
        // On a tile it is the press of a button.
        if (target === currentTarget) event.preventDefault();
      } else if (onKey(event)) event.preventDefault();
    },
    onKeyUp(event: KeyboardEvent) {
      if (event.key !== ' ') return;
      setIsHand(false);
      // The space bar has moved the view: it is no press of the tile.
      if (wasUsed.current) event.preventDefault();
      wasUsed.current = false;
    },
    onBlur: () => setIsHand(false),
  };
}
