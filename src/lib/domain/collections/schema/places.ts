import { members, parseJson } from '#domain/app/lenient.ts';
import { type Diagram, TILE_WIDTH } from './diagram.ts';

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

/** Adds tiles without a place in rows below the others; collections that are not in the diagram are left out. */
export function completePlaces(places: Places, { tiles }: Diagram): Places {
  const known = tiles.filter(({ id }) => places[id]);
  const left = Math.min(...known.map(({ id }) => places[id]?.[0] ?? 0), Number.MAX_SAFE_INTEGER);
  let y = Math.max(...known.map(({ id, height }) => (places[id]?.[1] ?? 0) + height), -NEW_GAP) + NEW_GAP;
  const complete: Record<string, readonly [number, number]> = {};
  for (const { id } of known) complete[id] = places[id] ?? [0, 0];
  const added = tiles.filter(({ id }) => !places[id]);
  for (let row = 0; row < added.length; row += PER_ROW) {
    const line = added.slice(row, row + PER_ROW);
    for (const [index, { id }] of line.entries())
      complete[id] = [(known.length ? left : 0) + index * (TILE_WIDTH + NEW_GAP), y];
    y += Math.max(...line.map(({ height }) => height)) + NEW_GAP;
  }
  return complete;
}
