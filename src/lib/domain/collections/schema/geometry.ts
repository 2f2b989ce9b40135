import { members, parseJson } from '#domain/app/lenient.ts';
import { type Diagram, HEAD_HEIGHT, LINE_HEIGHT, type Relation, TILE_WIDTH } from './diagram.ts';

/** Left and top edge of the tiles by the ids of their collections, in px at 100 %. */
export type Places = Readonly<Record<string, readonly [x: number, y: number]>>;

/** Below the others, for collections that came after the others were moved by hand. */
const NEW_GAP = 40;
const PER_ROW = 6;

const isPlace = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);

/** Reads stored places; undefined for any text without one. */
export function parsePlaces(text: string): Places | undefined {
  const entries = Object.entries(members(parseJson(text))).filter(
    (entry): entry is [string, [number, number]] => isPlace(entry[1]),
  );
  return entries.length ? Object.fromEntries(entries) : undefined;
}

/** Adds tiles without a place in rows below the others; leaves out collections that are not in the diagram. */
export function completePlaces(places: Places, diagram: Diagram): Places {
  const known = diagram.tiles.filter(({ id }) => places[id]);
  const added = diagram.tiles.filter(({ id }) => !places[id]);
  const all = boundsOf({ ...diagram, tiles: known }, places);
  let y = known.length ? Math.max(0, all.y + all.height + NEW_GAP) : 0;
  const complete: Record<string, readonly [number, number]> = {};
  for (const { id } of known) complete[id] = places[id] ?? [0, 0];
  for (let row = 0; row < added.length; row += PER_ROW) {
    const line = added.slice(row, row + PER_ROW);
    for (const [index, { id }] of line.entries()) complete[id] = [all.x + index * (TILE_WIDTH + NEW_GAP), y];
    y += Math.max(...line.map(({ height }) => height)) + NEW_GAP;
  }
  return complete;
}

/** A part of the diagram, in px at 100 %. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How the diagram is shown: where its origin is in the window, in px, and how large. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export type Size = Pick<Rect, 'width' | 'height'>;

const MIN_SCALE = 0.04;
const MAX_SCALE = 2;
/** Around the whole, in px. */
const MARGIN = 32;

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

export function tileRect(diagram: Diagram, places: Places, id: string): Rect {
  const [x, y] = places[id] ?? [0, 0];
  return { x, y, width: TILE_WIDTH, height: diagram.tile(id)?.height ?? 0 };
}

/** The part that all tiles take up. */
export function boundsOf(diagram: Diagram, places: Places): Rect {
  const rects = diagram.tiles.map(({ id }) => tileRect(diagram, places, id));
  if (!rects.length) return { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [Math.min(...rects.map((one) => one.x)), Math.min(...rects.map((one) => one.y))];
  const right = Math.max(...rects.map((one) => one.x + one.width));
  const bottom = Math.max(...rects.map((one) => one.y + one.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** The largest view that shows all of `rect`, in the middle, at most at 100 %. */
export function fitView({ x, y, width, height }: Rect, window: Size): View {
  const room = (side: number) => Math.max(1, side - 2 * MARGIN);
  const scale = clamp(
    Math.min(room(window.width) / Math.max(1, width), room(window.height) / Math.max(1, height), 1),
    MIN_SCALE,
    1,
  );
  return {
    x: (window.width - width * scale) / 2 - x * scale,
    y: (window.height - height * scale) / 2 - y * scale,
    scale,
  };
}

/** Changes the size around a point of the window. */
export function zoomAt(view: View, factor: number, at: Pick<Rect, 'x' | 'y'>): View {
  const scale = clamp(view.scale * factor, MIN_SCALE, MAX_SCALE);
  const by = scale / view.scale;
  return { x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by, scale };
}

/** Moves the view no further than needed to show a tile; to its middle when it is far away. */
export function reveal(view: View, { x, y, width, height }: Rect, window: Size): View {
  const axis = (offset: number, start: number, length: number, room: number) => {
    const [from, to] = [start * view.scale + offset, (start + length) * view.scale + offset];
    if (from >= MARGIN && to <= room - MARGIN) return offset;
    const isFar = to < -room / 2 || from > 1.5 * room || to - from > room - 2 * MARGIN;
    if (isFar) return room / 2 - (start + length / 2) * view.scale;
    return from < MARGIN ? offset + MARGIN - from : offset - (to - (room - MARGIN));
  };
  return { ...view, x: axis(view.x, x, width, window.width), y: axis(view.y, y, height, window.height) };
}

/** The part in sight and around it, in steps: moving by less than a step leaves it the same. */
export function inSight({ x, y, scale }: View, window: Size): Rect {
  const step = Math.max(window.width, window.height, 1) / scale / 4;
  const from = (offset: number) => (Math.floor(-offset / scale / step) - 1) * step;
  const length = (room: number) => (Math.ceil(room / scale / step) + 3) * step;
  return { x: from(x), y: from(y), width: length(window.width), height: length(window.height) };
}

export const doMeet = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Where a relation begins and ends, and to which sides of the tiles: -1 is left. */
export interface Course {
  readonly start: readonly [x: number, y: number];
  readonly end: readonly [x: number, y: number];
  readonly startSide: 1 | -1;
  readonly endSide: 1 | -1;
}

/** The course of a relation from the line of its field to the head of the other tile. */
export function courseOf({ from, to, line }: Relation, places: Places): Course {
  const [fromX, fromY] = places[from] ?? [0, 0];
  const [toX, toY] = places[to] ?? [0, 0];
  const startSide = fromX >= toX + TILE_WIDTH ? -1 : 1;
  // Tiles above each other, or the same one: around their right sides.
  const endSide = toX >= fromX + TILE_WIDTH ? -1 : 1;
  const edge = (x: number, side: 1 | -1) => (side === 1 ? x + TILE_WIDTH : x);
  return {
    start: [edge(fromX, startSide), fromY + HEAD_HEIGHT + (line + 0.5) * LINE_HEIGHT],
    end: [edge(toX, endSide), toY + HEAD_HEIGHT / 2],
    startSide,
    endSide,
  };
}

/** The line of a course, as the `d` of an SVG path. */
export function pathOf({ start, end, startSide, endSide }: Course): string {
  const bend = clamp(Math.abs(end[0] - start[0]) / 2, 40, 200);
  const points = [
    [start[0] + startSide * bend, start[1]],
    [end[0] + endSide * bend, end[1]],
    [end[0], end[1]],
  ];
  return `M${start.join(' ')}C${points.map((point) => point.join(' ')).join(' ')}`;
}

/** The width of a line in px at 100 %, of which at least `least` px are seen at any scale. */
export const lineWidth = (width: number, least: number, scale: number): number =>
  Math.max(width, least / scale);

export const tipOf = ({ end: [x, y], endSide }: Course): string => `M${x} ${y}l${endSide * 9} -4.5v9z`;

/** The box around a course, with its bends. */
export function courseRect({ start, end }: Course): Rect {
  const [x, y] = [Math.min(start[0], end[0]), Math.min(start[1], end[1])];
  return {
    x: x - 200,
    y: y - 10,
    width: Math.abs(start[0] - end[0]) + 400,
    height: Math.abs(start[1] - end[1]) + 20,
  };
}

/** The distance that a key moves by, as parts of its length. */
export const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
} as const;

export type Direction = keyof typeof DIRECTIONS;

export const isDirection = (key: string): key is Direction => key in DIRECTIONS;

/** The nearest tile in a direction. What is aside counts twice. */
export function nearest(diagram: Diagram, places: Places, from: string, direction: Direction) {
  const [dx, dy] = DIRECTIONS[direction];
  const middle = (id: string) => {
    const { x, y, width, height } = tileRect(diagram, places, id);
    return [x + width / 2, y + height / 2] as const;
  };
  const [x, y] = middle(from);
  let best: string | undefined;
  let least = Infinity;
  for (const { id } of diagram.tiles) {
    const [otherX, otherY] = middle(id);
    const along = (otherX - x) * dx + (otherY - y) * dy;
    const aside = Math.abs((otherX - x) * dy) + Math.abs((otherY - y) * dx);
    // Leaves out the tile itself. Of tiles below each other, none is to the right because it is a few px wider.
    if (along <= 1 || aside > 3 * along) continue;
    const distance = along + 2 * aside;
    if (distance < least) [best, least] = [id, distance];
  }
  return best;
}
