import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diagramOf, TILE_WIDTH } from '#domain/collections/schema/diagram.ts';
import {
  boundsOf,
  courseOf,
  courseRect,
  doMeet,
  fitView,
  inSight,
  isDirection,
  lineWidth,
  nearest,
  pathOf,
  reveal,
  tileRect,
  tipOf,
  zoomAt,
} from '#domain/collections/schema/geometry.ts';
import { collection, field } from '../collection-fixture.ts';

const relation = field('to_b', 'relation', { options: { collectionId: 'c_b' } });
const diagram = diagramOf([collection('a', [relation]), collection('b'), collection('c'), collection('d')]);
const places = { c_a: [0, 0], c_b: [400, 0], c_c: [0, 300], c_d: [430, 320] } as const;
const window = { width: 800, height: 600 };

test('all is shown in the middle, small diagrams at 100 %', () => {
  const bounds = boundsOf(diagram, places);
  expect(bounds).toMatchObject({ x: 0, y: 0, width: 430 + TILE_WIDTH });
  expect(fitView(bounds, window).scale).toBe(1);
  const { x, scale } = fitView({ x: -100, y: 0, width: 4000, height: 100 }, window);
  expect(scale).toBeLessThan(0.2);
  expect(-100 * scale + x).toBeCloseTo(32);
  expect(boundsOf(diagramOf([]), {})).toEqual({ x: 0, y: 0, width: 0, height: 0 });
});

test('zoom keeps the point under the pointer, within its limits', () => {
  const coordinate = fc.integer({ min: -2000, max: 2000 });
  fc.assert(
    fc.property(coordinate, coordinate, fc.double({ min: 0.5, max: 2, noNaN: true }), (x, y, factor) => {
      const view = { x, y, scale: 0.5 };
      const at = { x: 300, y: 200 };
      const next = zoomAt(view, factor, at);
      expect((at.x - next.x) / next.scale).toBeCloseTo((at.x - x) / 0.5, 5);
      expect((at.y - next.y) / next.scale).toBeCloseTo((at.y - y) / 0.5, 5);
    }),
  );
  expect(zoomAt({ x: 0, y: 0, scale: 1 }, 1000, { x: 0, y: 0 }).scale).toBe(2);
  expect(zoomAt({ x: 0, y: 0, scale: 1 }, 0, { x: 0, y: 0 }).scale).toBe(0.04);
});

test('a tile comes into sight by the shortest way', () => {
  const view = { x: 0, y: 0, scale: 1 };
  const tile = { x: 100, y: 100, width: 220, height: 100 };
  expect(reveal(view, tile, window)).toEqual(view);
  // At the margin it is in sight.
  expect(reveal(view, { ...tile, x: 32 }, window).x).toBe(0);
  expect(reveal(view, { ...tile, x: 800 - 32 - 220 }, window).x).toBe(0);
  expect(reveal(view, { ...tile, x: 700 }, window).x).toBe(-(700 + 220 - (800 - 32)));
  expect(reveal(view, { ...tile, x: -50 }, window).x).toBe(82);
  expect(reveal(view, { ...tile, x: 9000 }, window).x).toBe(400 - 9110);
  // From half a window away, it comes to the middle.
  expect(reveal(view, { ...tile, x: -620 }, window).x).toBe(620 + 32);
  expect(reveal(view, { ...tile, x: -621 }, window).x).toBe(400 + 621 - 110);
  expect(reveal(view, { ...tile, x: 1200 }, window).x).toBe(-(1420 - 768));
  expect(reveal(view, { ...tile, x: 1201 }, window).x).toBe(400 - 1201 - 110);
});

test('what is in sight covers the window, and stays the same for small moves', () => {
  const sight = inSight({ x: -101, y: 5, scale: 0.5 }, window);
  expect(sight.x).toBeLessThanOrEqual(202);
  expect(sight.x + sight.width).toBeGreaterThanOrEqual(202 + 1600);
  expect(inSight({ x: -103, y: 6, scale: 0.5 }, window)).toEqual(sight);
  expect(inSight({ x: -2000, y: 6, scale: 0.5 }, window)).not.toEqual(sight);
});

test('a relation leaves a tile at the side of the other one', () => {
  const [edge] = diagram.relations;
  if (!edge) throw new Error('There is no relation.');
  expect(courseOf(edge, places)).toMatchObject({
    start: [TILE_WIDTH, 47],
    end: [400, 18],
    startSide: 1,
    endSide: -1,
  });
  expect(courseOf(edge, { ...places, c_b: [-400, 0] })).toMatchObject({ startSide: -1, endSide: 1 });
  expect(courseOf(edge, { ...places, c_b: [30, 400] })).toMatchObject({ startSide: 1, endSide: 1 });
  const touching = (x: number) => courseOf(edge, { ...places, c_b: [x, 0] });
  expect(touching(TILE_WIDTH)).toMatchObject({ startSide: 1, endSide: -1 });
  expect(touching(-TILE_WIDTH)).toMatchObject({ startSide: -1, endSide: 1 });
  expect(pathOf(courseOf(edge, places))).toBe('M220 47C310 47 310 18 400 18');
  expect(tipOf(courseOf(edge, places))).toBe('M400 18l-9 -4.5v9z');
  expect(courseRect(courseOf(edge, places))).toEqual({ x: 20, y: 8, width: 580, height: 49 });
});

test('parts that touch do not meet', () => {
  const part = { x: 0, y: 0, width: 10, height: 10 };
  expect(doMeet(part, { ...part, x: 9, y: 9 })).toBe(true);
  for (const aside of [{ x: 10 }, { y: 10 }]) {
    expect(doMeet(part, { ...part, ...aside })).toBe(false);
    expect(doMeet({ ...part, ...aside }, part)).toBe(false);
  }
});

test('a line is as wide as asked, and never too thin to be seen', () => {
  expect(lineWidth(2.5, 1.5, 1)).toBe(2.5);
  expect(lineWidth(2.5, 1.5, 0.04) * 0.04).toBeCloseTo(1.5);
});

test('arrow keys find the nearest tile in their direction', () => {
  const from = (id: string, key: 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown') =>
    nearest(diagram, places, id, key);
  expect(from('c_a', 'ArrowRight')).toBe('c_b');
  expect(from('c_a', 'ArrowDown')).toBe('c_c');
  expect(from('c_a', 'ArrowLeft')).toBeUndefined();
  expect(from('c_d', 'ArrowLeft')).toBe('c_c');
  expect(from('c_d', 'ArrowUp')).toBe('c_b');
  expect(tileRect(diagram, places, 'c_d')).toMatchObject({ x: 430, y: 320 });
  expect(['ArrowUp', 'Enter'].map(isDirection)).toEqual([true, false]);
});

test.each<[readonly [number, number], string | undefined]>([
  [[1, 0], undefined],
  [[2, 0], 'c_c'],
  [[10, 30], 'c_c'],
  [[10, 31], undefined],
])('of two tiles at %j from here, the arrow key finds %s', (place, found) => {
  const near = { c_a: [0, 9000], c_b: [0, 0], c_c: place, c_d: place } as const;
  expect(nearest(diagram, near, 'c_b', 'ArrowRight')).toBe(found);
});
