import { useStore } from '@nanostores/react';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { IconButton } from '#components/elements/IconButton.tsx';
import { Toolbar } from '#components/elements/Toolbar.tsx';
import { useElementSize } from '#components/table/use-element-size.ts';
import { type Diagram, neighboursOf } from '#domain/collections/schema/diagram.ts';
import {
  boundsOf,
  DIRECTIONS,
  doMeet,
  fitView,
  inSight,
  isDirection,
  nearest,
  type Places,
  reveal,
  tileRect,
  type View,
  zoomAt,
} from '#domain/collections/schema/geometry.ts';
import { openEditorOrRecords } from '#stores/collections/editor/open.ts';
import { $jump, $matches, $selected, placeTile } from '#stores/collections/schema/diagram.ts';
import { SchemaEdges } from './SchemaEdges.tsx';
import { SchemaTile } from './SchemaTile.tsx';
import { useGestures } from './use-gestures.ts';

/** Tiles that are added in one frame: names alone are drawn faster than all fields. */
const FAR_BATCH = 50;
const NEAR_BATCH = 10;

/** For each tile in the page whether it is far; tiles that are still to come are not in it. */
type Shown = ReadonlyMap<string, boolean>;

function nextOf(shown: Shown, ids: readonly string[], isFar: boolean): Shown {
  let room = isFar ? FAR_BATCH : NEAR_BATCH;
  const next = new Map<string, boolean>();
  for (const id of ids) {
    const before = shown.get(id);
    if (before !== isFar && room-- > 0) next.set(id, isFar);
    else if (before !== undefined) next.set(id, before);
  }
  return next;
}

/** Adds tiles to the page, and changes how they are shown, a few in each frame: hundreds at once would freeze it. */
function useGradualTiles(ids: readonly string[], isFar: boolean): Shown {
  const [shown, setShown] = useState<Shown>(new Map());
  useLayoutEffect(() => {
    if (shown.size === ids.length && ids.every((id) => shown.get(id) === isFar)) return;
    const frame = requestAnimationFrame(() => setShown(nextOf(shown, ids, isFar)));
    return () => cancelAnimationFrame(frame);
  }, [shown, ids, isFar]);
  return shown;
}

/** How far a key moves the view, and a tile, in px. */
const PAN = 80;
const MOVE = 20;

/** The id of the tile in which an element is. */
const tileOf = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tile]')?.dataset['tile'] : undefined;

/** The keys of the diagram, for its box. With the space bar held, a press drags the view even on a tile. */
function useCanvasKeys(
  diagram: Diagram,
  places: Places,
  { change, zoom, showAll }: ReturnType<typeof useView>,
  focusTile: (id: string) => void,
) {
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

/** Below this size, fields can't be read. */
const FAR_BELOW = 0.5;
/** The size at which a collection is shown that was searched. */
const READABLE = 0.8;
const STEP = 1.25;

const HELP =
  'Arrow keys move between collections, and the view when the diagram itself has the focus. Enter opens a collection. ' +
  'Alt and arrow keys move it. Plus, minus and zero zoom.';

type Box = RefObject<HTMLDivElement | null>;

/** What is seen of the diagram: all, until the view is moved. In `places` a tile may be dragged, unlike in `stored`. */
function useView(box: Box, diagram: Diagram, stored: Places, places: Places) {
  const width = useElementSize(box, 'clientWidth');
  const height = useElementSize(box, 'offsetHeight');
  const jump = useStore($jump);
  const size = useMemo(() => ({ width, height }), [width, height]);
  const all = useMemo(() => fitView(boundsOf(diagram, stored), size), [diagram, stored, size]);
  const [own, setOwn] = useState<View>();
  const view = own ?? all;
  const change = (next: (view: View) => View) => setOwn((before) => next(before ?? all));
  const middle = { x: width / 2, y: height / 2 };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request, when the size is known.
  useEffect(() => {
    if (!jump || !width || !diagram.tile(jump.id)) return;
    change((before) => {
      const readable = before.scale < READABLE ? zoomAt(before, READABLE / before.scale, middle) : before;
      return reveal(readable, tileRect(diagram, places, jump.id), size);
    });
  }, [jump, width > 0]);

  return {
    size,
    view,
    change,
    zoom: (direction: 1 | -1) => change((before) => zoomAt(before, STEP ** direction, middle)),
    /** The view stays as it is while the whole changes. */
    stay: () => setOwn(view),
    showAll: () => setOwn(undefined),
    show: (id: string) => change((before) => reveal(before, tileRect(diagram, places, id), size)),
  };
}

/** Returns what moves the focus to a tile, which may be out of the page. */
function useTileFocus(box: Box, diagram: Diagram) {
  const selected = useStore($selected);
  const focused = useRef<string>(undefined);

  useLayoutEffect(() => {
    const id = focused.current;
    focused.current = undefined;
    if (id !== undefined) {
      box.current
        ?.querySelector<HTMLElement>(`[data-tile="${CSS.escape(id)}"]`)
        ?.focus({ preventScroll: true });
    } else if (selected !== undefined && !diagram.tile(selected)) {
      // It was deleted, and with it the focus.
      $selected.set(undefined);
      if (document.activeElement === document.body) box.current?.focus();
    }
  }, [box, selected, diagram]);

  return (id: string) => {
    focused.current = id;
    $selected.set(id);
  };
}

interface TilesProps {
  readonly diagram: Diagram;
  readonly places: Places;
  readonly sight: ReturnType<typeof inSight>;
  readonly isFar: boolean;
  readonly marked: string | undefined;
}

function Tiles({ diagram, places, sight, isFar, marked }: TilesProps) {
  const selected = useStore($selected);
  const matches = useStore($matches);
  const stop = diagram.tile(selected)?.id ?? diagram.tiles[0]?.id;
  const neighbours = useMemo(() => (marked ? neighboursOf(diagram, marked) : undefined), [diagram, marked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the part in sight is another object each time.
  const visible = useMemo(
    () =>
      diagram.tiles
        .map(({ id }) => id)
        .filter((id) => id === stop || doMeet(tileRect(diagram, places, id), sight)),
    [diagram, places, ...Object.values(sight), stop],
  );
  const shown = useGradualTiles(visible, isFar);
  return useMemo(
    () =>
      visible.map((id) => {
        const tile = diagram.tile(id);
        // The one that may get the focus is there at once.
        if (!tile || (id !== stop && !shown.has(id))) return null;
        const isNear = neighbours?.has(id) || id === marked;
        const others = isNear ? 'neighbour' : selected === undefined ? undefined : 'other';
        return (
          <SchemaTile
            key={id}
            tile={tile}
            x={places[id]?.[0] ?? 0}
            y={places[id]?.[1] ?? 0}
            isFar={shown.get(id) ?? isFar}
            mark={neighbours && (id === selected ? 'selected' : others)}
            isMatch={matches.includes(id)}
            isStop={id === stop}
            out={diagram.outOf(id).length}
            into={diagram.into(id).length}
          />
        );
      }),
    [diagram, places, visible, shown, neighbours, isFar, selected, marked, matches, stop],
  );
}

function ZoomBar({ view: { scale }, zoom, showAll }: ReturnType<typeof useView>) {
  return (
    <Toolbar
      label="Zoom"
      className="absolute right-3 bottom-3 flex items-center rounded-field border border-base-300 bg-raised p-0.5"
    >
      <IconButton icon="icon-[ri--subtract-line]" label="Zoom out" onClick={() => zoom(-1)} />
      <span className="w-10 text-center text-xs text-muted tabular-nums">{Math.round(scale * 100)}%</span>
      <IconButton icon="icon-[ri--add-line]" label="Zoom in" onClick={() => zoom(1)} />
      <IconButton icon="icon-[ri--fullscreen-line]" label="Show all" onClick={showAll} />
    </Toolbar>
  );
}

/** The diagram: a window on it that can be moved and zoomed. Only what is in sight is in the page. */
export function SchemaCanvas({ diagram, places: stored }: { diagram: Diagram; places: Places }) {
  const box = useRef<HTMLDivElement>(null);
  const selected = useStore($selected);
  const [dragged, setDragged] = useState<Places>();
  /** The tile below the mouse, which shows its relations while none is selected. */
  const [pointed, setPointed] = useState<string>();
  const marked = selected ?? pointed;
  const places = useMemo(() => ({ ...stored, ...dragged }), [stored, dragged]);
  const seen = useView(box, diagram, stored, places);
  const { size, view, change, stay, show } = seen;
  const focusTile = useTileFocus(box, diagram);
  const { isHand, onHandUsed, onKeyDown, ...onKeys } = useCanvasKeys(diagram, places, seen, focusTile);
  const draggedTo = (id: string, by: { readonly x: number; readonly y: number }) => {
    const [x, y] = stored[id] ?? [0, 0];
    return [x + by.x / view.scale, y + by.y / view.scale] as const;
  };
  const hasMoved = useGestures(box, {
    change,
    draggedBy: (target, isTouch) => {
      const id = tileOf(target);
      // A finger that moves the view would move tiles by accident: only the selected one follows it.
      if (isHand) onHandUsed();
      return isHand || (isTouch && id !== selected) ? undefined : id;
    },
    drag: (id, by) => {
      stay();
      setDragged({ [id]: draggedTo(id, by) });
    },
    drop: (id, by) => {
      setDragged(undefined);
      // The latest move may not be on screen yet.
      if (by) placeTile(id, draggedTo(id, by));
    },
  });

  function onFocus({ target }: FocusEvent) {
    const id = tileOf(target);
    if (id === undefined) return;
    $selected.set(id);
    // A pressed one is in sight, and must not move away from the pointer.
    if (target.matches(':focus-visible')) show(id);
  }

  function onClick({ target, detail }: MouseEvent) {
    const id = tileOf(target);
    // The end of a drag is no click; a key has no such count.
    if (detail && hasMoved.current) return;
    if (id !== undefined) openEditorOrRecords(id);
    else if (target === box.current) $selected.set(undefined);
  }

  const isFar = view.scale < FAR_BELOW;
  const sight = inSight(view, size);
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={box}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the view.
        tabIndex={0}
        aria-label={`Diagram of ${diagram.tiles.length} collections`}
        aria-description={HELP}
        className={`absolute inset-0 touch-none overflow-hidden bg-base-200 select-none focus-visible:-outline-offset-2 ${isHand ? 'cursor-grab [&_*]:cursor-grab' : ''}`}
        onKeyDown={onKeyDown}
        {...onKeys}
        onFocus={onFocus}
        onClick={onClick}
        onPointerOver={({ target, pointerType }) =>
          setPointed(pointerType === 'mouse' ? tileOf(target) : undefined)
        }
        onPointerLeave={() => setPointed(undefined)}
        // Browsers scroll to a tile that gets the focus.
        onScroll={({ currentTarget }) => currentTarget.scrollTo(0, 0)}
      >
        <div
          className="absolute top-0 left-0 origin-top-left"
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        >
          <SchemaEdges {...{ diagram, places, isFar }} selected={marked} {...sight} scale={view.scale} />
          <Tiles {...{ diagram, places, sight, isFar, marked }} />
        </div>
      </div>
      <ZoomBar {...seen} />
    </div>
  );
}
