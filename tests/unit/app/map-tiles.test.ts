import { expect, test } from 'vitest';
import { digitsAt, lineStep, tilesOrigin, tilesProblem } from '#domain/app/map-tiles.ts';
import { withTiles } from '#server/security-headers.ts';
import { readTiles, SettingsError } from '#server/settings.ts';

test.each([
  ['https://tile.example.com/{z}/{x}/{y}.png', 'https://tile.example.com'],
  ['https://{s}.tile.example.com/{z}/{x}/{y}.png?key=1', 'https://*.tile.example.com'],
  ['http://LOCALHOST:8080/{z}/{x}/{y}', 'http://localhost:8080'],
])('[BY-45] tiles of %s come from %s', (url, origin) => {
  expect(tilesProblem(url)).toBeUndefined();
  expect(tilesOrigin(url)).toBe(origin);
});

test.each([
  '',
  'https://tile.example.com/{z}/{x}.png',
  'javascript:alert(1)/{z}/{x}/{y}',
  '//tile.example.com/{z}/{x}/{y}',
  'https://{s}/{z}/{x}/{y}',
  'https://*/{z}/{x}/{y}',
  "https://tile.example.com;script-src 'unsafe-inline'/{z}/{x}/{y}",
  'https://tile.example.com https://other.example/{z}/{x}/{y}',
  'https://user:pass@tile.example.com/{z}/{x}/{y}',
])('[BY-45] %j is no address of tiles, and adds nothing to the policy', (url) => {
  expect(tilesProblem(url)).toBeTypeOf('string');
  if (url) expect(() => readTiles({ ATOLL_TILES: url })).toThrow(SettingsError);
});

test('[BY-45] the server writes them into the page, as text', () => {
  const tiles = readTiles({
    ATOLL_TILES: 'https://t.example/{z}/{x}/{y}',
    ATOLL_TILES_CREDIT: '© "A" & <b>',
  });
  expect(tiles && withTiles('<meta charset="utf-8"><title>', tiles)).toBe(
    '<meta charset="utf-8"><meta name="atoll-tiles" content="https://t.example/{z}/{x}/{y}"><meta name="atoll-tiles-credit" content="© &#34;A&#34; &#38; &#60;b&#62;"><title>',
  );
  expect(readTiles({})).toBeUndefined();
});

test('[BY-45] a moved marker has as many digits as the map can tell', () => {
  expect([1.4, 0.35, 0.0013, 1e-12].map(digitsAt)).toEqual([0, 1, 3, 7]);
  expect([360, 90, 10, 0.002].map((span) => lineStep(span))).toEqual([60, 30, 5, 0.0005]);
});
