import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrange } from '#domain/collections/schema/arrange.ts';
import { diagramOf, TILE_WIDTH } from '#domain/collections/schema/diagram.ts';
import { completePlaces, doMeet, parsePlaces } from '#domain/collections/schema/geometry.ts';
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

const many = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => tile(`${name}${index}`));
/** Relations from each tile to the next one. */
const chain = (tiles: ReturnType<typeof many>) =>
  tiles.slice(1).map(({ id }, index) => [tiles[index]?.id ?? '', id] as const);

test('a chain of 16 tiles is in one row, and so is a grid that is exactly as wide as what is above', () => {
  const tiles = many('t', 16);
  expect(arrange({ tiles, links: chain(tiles) })).toEqual(
    Object.fromEntries(tiles.map(({ id }, index) => [id, [310 * index, 0]])),
  );
  const grid = many('x', 7);
  const places = arrange({ tiles: [...tiles.slice(0, 5), ...grid], links: chain(tiles.slice(0, 5)) });
  expect(grid.map(({ id }) => places[id])).toEqual([
    ...grid.slice(1).map((_, index) => [248 * index, 228]),
    [0, 356],
  ]);
});

test('a grid is wider than high', () => {
  const places = Object.values(arrange({ tiles: many('t', 6), links: [] }));
  const top = places[0]?.[1] ?? 0;
  expect(places.map(([x, y]) => [x, y - top])).toEqual([
    [0, 0],
    [248, 0],
    [0, 128],
    [248, 128],
    [0, 256],
    [248, 256],
  ]);
});

test('a group that is too large is cut at the relation between the tiles with most of them', () => {
  const [a, b] = [many('a', 8), many('b', 8)];
  const leaves = (of: string, tiles: typeof a) => tiles.map(({ id }) => [of, id] as const);
  const links = [['a', 'b'] as const, ...leaves('a', a), ...leaves('b', b)];
  const places = arrange({ tiles: [tile('a'), tile('b'), ...a, ...b], links });
  expect([places['a'], places['b']]).toEqual([
    [0, 448],
    [594, 448],
  ]);
  for (const { id } of a) expect(places[id]?.[0]).toBe(310);
  for (const { id } of b) expect(places[id]?.[0]).toBe(904);
});

test('relations in a circle do not make a group larger than it is', () => {
  const [circle, others] = [many('t', 9), many('x', 7)];
  const links = [...chain(circle), ['t8', 't0'] as const, ...others.map(({ id }) => ['t0', id] as const)];
  const places = arrange({ tiles: [...circle, ...others], links });
  for (const { id } of others) expect(places[id]?.[0]).toBe((places['t0']?.[0] ?? 0) + 310);
});

test('a collection that five others point to is to the right of them, one that six point to is not', () => {
  const placesOf = (count: number) => {
    const tiles = many('t', count);
    return arrange({ tiles: [...tiles, tile('hub')], links: tiles.map(({ id }) => [id, 'hub'] as const) });
  };
  expect(placesOf(5)['hub']).toEqual([310, 256]);
  expect(placesOf(6)['hub']).toEqual([0, 492]);
});

test('higher groups come first', () => {
  const tiles = [tile('a', 50), tile('b', 50), tile('c', 200), tile('d', 200)];
  const links = [
    ['a', 'b'],
    ['c', 'd'],
  ] as const;
  expect(arrange({ tiles, links })).toEqual({ c: [0, 0], d: [310, 0], a: [0, 264], b: [310, 264] });
});

test('a relation with a tile that is not there is left out', () => {
  const links = [
    ['a', 'gone'],
    ['gone', 'b'],
    ['a', 'b'],
  ] as const;
  expect(arrange({ tiles: [tile('a'), tile('b')], links })).toEqual({ a: [0, 0], b: [310, 0] });
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

test('a row of new collections has six, and the next one is below the highest of them', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const diagram = diagramOf(names.map((name, at) => collection(name, at === 2 ? [field('x')] : [])));
  expect(completePlaces({}, diagram)).toEqual({
    ...Object.fromEntries(names.map((name, at) => [`c_${name}`, [260 * at, 0]])),
    c_g: [0, 64 + 40],
  });
});
