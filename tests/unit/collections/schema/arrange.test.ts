import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrange } from '#domain/collections/schema/arrange.ts';
import { diagramOf, TILE_WIDTH } from '#domain/collections/schema/diagram.ts';
import { doMeet } from '#domain/collections/schema/geometry.ts';
import { completePlaces, parsePlaces } from '#domain/collections/schema/places.ts';
import { collection, field } from '../collection-fixture.ts';

const tile = (id: string, height = 100) => ({ id, height });

test('no two tiles meet, whatever points to what', () => {
  const graphics = fc.record({
    heights: fc.array(fc.integer({ min: 42, max: 330 }), { minLength: 1, maxLength: 40 }),
    ends: fc.array(fc.tuple(fc.nat(39), fc.nat(39)), { maxLength: 60 }),
  });
  fc.assert(
    fc.property(graphics, ({ heights, ends }) => {
      const tiles = heights.map((height, index) => tile(`t${index}`, height));
      const links = ends
        .filter(([from, to]) => from < tiles.length && to < tiles.length)
        .map(([from, to]) => [`t${from}`, `t${to}`] as const);
      const places = arrange({ tiles, links });
      const rects = tiles.map(({ id, height }) => {
        const [x, y] = places[id] ?? [Number.NaN, 0];
        expect(x).not.toBeNaN();
        return { x, y, width: TILE_WIDTH, height };
      });
      for (const [index, one] of rects.entries())
        for (const other of rects.slice(index + 1)) expect(doMeet(one, other)).toBe(false);
    }),
    { numRuns: 40 },
  );
});

test('a relation leads to the right, and those without are in a grid below', () => {
  const places = arrange({
    tiles: [tile('alone'), tile('a'), tile('other'), tile('b')],
    links: [['a', 'b']],
  });
  expect(places['b']?.[0]).toBeGreaterThan(places['a']?.[0] ?? 0);
  expect(places['alone']?.[1]).toBeGreaterThan((places['a']?.[1] ?? 0) + 100);
  expect(places['other']?.[1]).toBe(places['alone']?.[1]);
});

test('what points to the same collection is not one long column', () => {
  const tiles = Array.from({ length: 44 }, (_, index) => tile(`t${index}`));
  const places = arrange({ tiles, links: tiles.slice(1).map(({ id }) => [id, 't0'] as const) });
  expect(Math.max(...Object.values(places).map(([, y]) => y))).toBeLessThan(2000);
});

test('500 collections with 1,000 relations are arranged within seconds', { timeout: 20_000 }, () => {
  const tiles = Array.from({ length: 500 }, (_, index) => tile(`t${index}`, 40 + (index % 13) * 20));
  const links = Array.from(
    { length: 1000 },
    (_, index) => [`t${index % 500}`, `t${(index * 7919) % 500}`] as const,
  );
  expect(Object.keys(arrange({ tiles, links }))).toHaveLength(500);
});

test('stored places are read, and anything else is not', () => {
  expect(parsePlaces('{"a":[1,-2],"b":[1],"c":["1",2],"d":[null,1],"e":3}')).toEqual({ a: [1, -2] });
  for (const text of ['', 'no', '[]', '{}', 'null', '{"a":[]}']) expect(parsePlaces(text)).toBeUndefined();
});

test('new collections come below the others, deleted ones are left out', () => {
  const diagram = diagramOf(['a', 'b', 'c'].map((name) => collection(name, [field('x')])));
  const places = completePlaces({ c_a: [50, 10], c_gone: [0, 900] }, diagram);
  expect(Object.keys(places)).toEqual(['c_a', 'c_b', 'c_c']);
  expect(places['c_a']).toEqual([50, 10]);
  expect(places['c_b']?.[0]).toBe(50);
  expect(places['c_b']?.[1]).toBeGreaterThan(10 + (diagram.tile('c_a')?.height ?? 0));
  expect(places['c_c']?.[1]).toBe(places['c_b']?.[1]);
  expect(completePlaces({}, diagram)['c_a']).toEqual([0, 0]);
});
