import { Graph, layout } from '@dagrejs/dagre';
import { TILE_WIDTH } from './diagram.ts';
import type { Places } from './geometry.ts';

/** Tiles and the ends of their relations: what can be sent to a worker. */
export interface Graphic {
  readonly tiles: readonly { readonly id: string; readonly height: number }[];
  readonly links: readonly (readonly [from: string, to: string])[];
}

/** Space between tiles beside each other, between columns with relations, and between groups, in px. */
const GAP = 28;
const COLUMN_GAP = 90;
const GROUP_GAP = 64;
/** Collections that more others point to do not shape the picture: all would be in one long column beside it. */
const HUB_ABOVE = 5;
/** Larger groups take long to arrange and become long and thin: they are cut where most relations meet. */
const MAX_GROUP = 16;
/** Width of the whole divided by its height. */
const ASPECT = 1.7;

type Link = Graphic['links'][number];

interface Box {
  readonly width: number;
  readonly height: number;
  readonly places: Places;
}

/** Groups of tiles that belong together, each of at most {@link MAX_GROUP}. */
function groupsOf({ tiles }: Graphic, links: readonly Link[]): string[][] {
  const degrees = new Map<string, number>();
  for (const id of links.flat()) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  const groups = new Map(tiles.map(({ id }) => [id, [id]]));
  const weight = ([from, to]: Link) => (degrees.get(from) ?? 0) + (degrees.get(to) ?? 0);
  for (const [from, to] of links.toSorted((a, b) => weight(a) - weight(b))) {
    const [one, other] = [groups.get(from), groups.get(to)];
    if (!one || !other || one === other || one.length + other.length > MAX_GROUP) continue;
    one.push(...other);
    for (const id of other) groups.set(id, one);
  }
  return [...new Set(groups.values())];
}

function arrangeGroup(ids: readonly string[], links: readonly Link[], heights: Map<string, number>): Box {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: GAP, ranksep: COLUMN_GAP, ranker: 'tight-tree' });
  graph.setDefaultEdgeLabel(() => ({}));
  const members = new Set(ids);
  for (const id of ids) graph.setNode(id, { width: TILE_WIDTH, height: heights.get(id) ?? 0 });
  for (const [from, to] of links) if (members.has(from) && members.has(to)) graph.setEdge(from, to);
  layout(graph);
  const places: Record<string, readonly [number, number]> = {};
  for (const id of ids) {
    const { x = 0, y = 0, height = 0 } = graph.node(id);
    places[id] = [Math.round(x - TILE_WIDTH / 2), Math.round(y - height / 2)];
  }
  const { width = 0, height = 0 } = graph.graph();
  return { width, height, places };
}

/** Puts boxes in rows, in their order, each row at most as wide as `width` unless one box is wider. */
function inRows(boxes: readonly Box[], width: number, gap: number): Box {
  let [x, y, rowHeight, widest] = [0, 0, 0, 0];
  const places: Record<string, readonly [number, number]> = {};
  for (const box of boxes) {
    if (x > 0 && x + box.width > width) [x, y, rowHeight] = [0, y + rowHeight + gap, 0];
    for (const [id, [left, top]] of Object.entries(box.places)) places[id] = [x + left, y + top];
    x += box.width + gap;
    widest = Math.max(widest, x - gap);
    rowHeight = Math.max(rowHeight, box.height);
  }
  return { width: widest, height: y + rowHeight, places };
}

const widthFor = (boxes: readonly Box[], gap: number) =>
  Math.sqrt(ASPECT * boxes.reduce((area, { width, height }) => area + (width + gap) * (height + gap), 0));

/** Where each tile is. Takes tens of milliseconds and more, so the page calls it in a worker. */
export function arrange(graphic: Graphic): Places {
  const heights = new Map(graphic.tiles.map(({ id, height }) => [id, height]));
  const links = [...new Map(graphic.links.map((link) => [link.join(), link])).values()].filter(
    ([from, to]) => from !== to,
  );
  const pointing = Map.groupBy(links, ([, to]) => to);
  const shaping = links.filter(([, to]) => (pointing.get(to)?.length ?? 0) <= HUB_ABOVE);
  const related = new Set(graphic.links.flat());
  const single = (id: string): Box => ({
    width: TILE_WIDTH,
    height: heights.get(id) ?? 0,
    places: { [id]: [0, 0] },
  });

  const linked = { ...graphic, tiles: graphic.tiles.filter(({ id }) => related.has(id)) };
  const groups = groupsOf(linked, shaping).map((ids) =>
    ids.length === 1 ? single(ids[0] ?? '') : arrangeGroup(ids, shaping, heights),
  );
  // Boxes of a similar height leave the least space between rows.
  groups.sort((a, b) => b.height - a.height);
  const alone = graphic.tiles.filter(({ id }) => !related.has(id)).map(({ id }) => single(id));
  const upper = inRows(groups, widthFor(groups, GROUP_GAP), GROUP_GAP);
  const lower = inRows(alone, Math.max(upper.width, widthFor(alone, GAP)), GAP);
  return inRows([upper, lower], 0, 2 * GROUP_GAP).places;
}
